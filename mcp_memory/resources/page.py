"""What the resources of the layers have in common: one page of a layer, and one memory whole."""

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.errors import MemoryNotFound
from mcp_memory.engine.domain.requests import Listing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.failures import told_to_reader
from mcp_memory.views.pages import DossierView, ListedView

JSON = "application/json"
_PAGE = 100


async def shelf(crossing: Crossing, layer: Layer) -> str:
    """The memories of one layer, newest first, as many as fit the budget of a list."""
    ask = Listing(layers=frozenset({layer}), project=crossing.project(""), limit=_PAGE)
    who = crossing.who()
    with told_to_reader():
        return ListedView.of(await crossing.ask(lambda engine: engine.listing(who, ask))).line()


async def whole(crossing: Crossing, layer: Layer, memory_id: str) -> str:
    """One memory with its whole text, history and links; it has to be of the layer its address names."""
    who = crossing.who()
    with told_to_reader():
        file = await crossing.ask(lambda engine: engine.dossier(who, memory_id))
        if file.memory.layer is not layer:
            raise MemoryNotFound(f"that memory is at memory://{file.memory.layer}/{file.memory.id}", argument="id")
        return DossierView.of(file).line()
