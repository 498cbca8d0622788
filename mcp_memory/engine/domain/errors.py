"""The one error tree. A class's docstring is its message and tells the reader what to do next."""


class EngineError(Exception):
    """Something went wrong in the memory engine. Run `mcp-memory doctor` to see its state."""

    def __init__(self, detail: str = "", *, argument: str = "") -> None:
        self.detail = detail
        self.argument = argument
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """`argument: detail. What to do next.`, leaving out what is not known."""
        sentence = " ".join((type(self).__doc__ or "").split())
        lead = ": ".join(part for part in (self.argument, self.detail.rstrip(".")) if part)
        return f"{lead}. {sentence}" if lead else sentence


class NotFound(EngineError):
    """Nothing has that name. Look it up first."""


class MemoryNotFound(NotFound):
    """No memory has that id. Recall by content first, and use the id it returns."""


class SessionNotFound(NotFound):
    """No session has that id. Leave it out to mean this connection's own."""


class NothingWaits(NotFound):
    """Nothing with that id waits for a decision. List what waits, and use an id from there."""


class NothingToUndo(NothingWaits):
    """There is nothing left to take back. Decide it anew with review, or correct it."""


class Invalid(EngineError):
    """The argument cannot be used as given. Correct it and call again."""


class AmbiguousId(Invalid):
    """Several memories begin with that. Use the whole id, or more of it."""


class ContentTooLong(Invalid):
    """A memory holds at most 100,000 characters. Split the text and remember the parts one by one."""


class EmptyContent(Invalid):
    """There is nothing to remember. Give the statement as plain text."""


class EmptyFilter(Invalid):
    """An empty filter matches nothing here, never everything. Name ids, or a query."""


class InvalidSetting(Invalid):
    """The program did not start. Correct or remove what is named here, then start it again."""


class NoBackup(Invalid):
    """Backups are called memory-DATE.db; `mcp-memory restore` without a file lists them."""


class Refused(EngineError):
    """This may not be done as asked."""


class PersonNeeded(Refused):
    """A person decides this. Ask them, and call again with user_confirmed=true if they agree."""


class RedactionFailed(Refused):
    """The text could not be checked for secrets, so nothing was stored. Shorten or rephrase it and try again."""


class PersonalDataRefused(Refused):
    """Personal data is shown to its owner only, and not over this connection. Use `mcp-memory reveal`."""


class VaultLocked(Refused):
    """Personal data cannot be locked away or opened, so nothing was stored. Put the key file back, then try again."""


class StaleVersion(Refused):
    """The memory was changed meanwhile. Read its current text, then call again with the current version."""


class Unavailable(EngineError):
    """The data folder cannot be used just now. Run `mcp-memory doctor` to see why."""


class StoreBusy(Unavailable):
    """Another process kept the data folder locked, and nothing was written. Try again in a moment."""


class StoreNewer(Unavailable):
    """The data folder was written by a newer version of mcp-memory. Upgrade this program to open it."""


class StoreFailed(Unavailable):
    """The data folder refused the write, and nothing was changed. Check disk space and permissions."""


class StoreDamaged(StoreFailed):
    """The file of the records is damaged, or is no database. Restore a backup with `mcp-memory restore`."""


class ModelUnavailable(Unavailable):
    """The embedding model is not ready. Recall goes on by words meanwhile."""


class ReasonerUnavailable(Unavailable):
    """The language model did not answer. Rules read the conversation instead."""


class CeilingReached(ReasonerUnavailable):
    """The language model may not be asked just now. Rules read the conversation instead."""


class IndexAway(Unavailable):
    """The index server does not answer. The local index answers meanwhile, and what is new waits to be sent."""


class IndexTaken(IndexAway):
    """Another process has that index folder open, and it serves one at a time. Use a server to share an index."""


class IndexBehind(Unavailable):
    """The index server has not received everything yet. The local index answers until it has."""
