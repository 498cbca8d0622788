"""The layers as resources: what stands and how things are done as lists, and every memory whole by its address.

There may be many thousands of episodes, so no list of them is offered.
"""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.errors import MemoryNotFound
from mcp_memory.engine.domain.requests import Listing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.failures import told_to_reader
from mcp_memory.views.pages import DossierView, ListedView

JSON = "application/json"
_PAGE = 100
_LISTS = {
    Layer.SEMANTIC: (
        "Standing facts and rules",
        "Memories on facts and rules that hold beyond a single occasion, as records.",
    ),
    Layer.PROCEDURAL: ("Procedures", "Memories on how things are done, step by step, as records."),
}
_ONES = {
    Layer.SEMANTIC: ("A standing fact or rule", "One memory with its history and provenance."),
    Layer.PROCEDURAL: ("A procedure", "One memory with its history and provenance."),
    Layer.EPISODIC: ("An episode", "One event with its history and provenance."),
}


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the lists of layers, and the template of one memory of each."""
    for layer, (title, description) in _LISTS.items():
        _add_list(server, crossing, layer, title, description)
    for layer, (title, description) in _ONES.items():
        _add_one(server, crossing, layer, title, description)


def _add_list(server: MCPServer, crossing: Crossing, layer: Layer, title: str, description: str) -> None:
    @server.resource(f"memory://{layer}", name=layer.value, title=title, description=description, mime_type=JSON)
    async def shelf() -> str:
        """The memories of one layer, newest first, as many as fit the budget of a list."""
        ask = Listing(layers=frozenset({layer}), project=crossing.project(""), limit=_PAGE)
        who = crossing.who()
        with told_to_reader():
            return ListedView.of(await crossing.ask(lambda engine: engine.listing(who, ask))).line()


def _add_one(server: MCPServer, crossing: Crossing, layer: Layer, title: str, description: str) -> None:
    @server.resource(
        f"memory://{layer}/{{id}}", name=f"{layer}_memory", title=title, description=description, mime_type=JSON
    )
    async def whole(id: str) -> str:  # noqa: A002 (the name in the address)
        """One memory with its whole text, history and links; it has to be of the layer its address names."""
        who = crossing.who()
        with told_to_reader():
            file = await crossing.ask(lambda engine: engine.dossier(who, id))
            if file.memory.layer is not layer:
                raise MemoryNotFound(f"that memory is at memory://{file.memory.layer}/{file.memory.id}", argument="id")
            return DossierView.of(file).line()
