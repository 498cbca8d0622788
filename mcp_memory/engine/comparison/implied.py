"""Words that a value says already: "3 pm" is a time, "5 kg" a weight. With or without them a statement is the same."""

from collections import Counter

from mcp_memory.engine.comparison.reading import Statement
from mcp_memory.engine.comparison.tables import words
from mcp_memory.engine.comparison.value import Bound, Kind, Value
from mcp_memory.engine.comparison.words import stem


def same_but_implied(first: Statement, second: Statement) -> bool:
    """Whether both have the same words, in any order, apart from those that the values of both imply."""
    one, other = Counter(first.words), Counter(second.words)
    odd = set((one - other) | (other - one))
    return not odd or odd <= _implied(first) & _implied(second)


def without_implied(statement: Statement) -> tuple[str, ...]:
    """The words in order without those."""
    implied = _implied(statement)
    return tuple(word for word in statement.words if word not in implied)


def _implied(statement: Statement) -> frozenset[str]:
    if not statement.values:
        return frozenset()
    return frozenset().union(*(_of(value) for value in statement.values))


def _of(value: Value) -> frozenset[str]:
    bound = _LIMITS if value.bound is Bound.AT_MOST else frozenset()
    return bound | _BY_UNIT.get(value.unit, frozenset()) | _BY_KIND.get(value.kind, frozenset())


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text))


_LIMITS = _stems("limit maximum 上限")
_BY_KIND = {
    Kind.DATE: _stems("date day schedule for 日期 时间 举行 召开 日子"),
    Kind.CLOCK: _stems("time start schedule for o'clock 时间 开始 举行 召开"),
    Kind.MONEY: _stems("price amount 价格 金额"),
    Kind.VERSION: _stems("version release 版本"),
    Kind.ADDRESS: _stems("address location ip email link path page for 地址 位置 路径 邮箱"),
    Kind.NUMBER: _stems("count number amount 数量 人数 总数"),
}
_BY_UNIT = {
    "seconds": _stems("duration time for 时长 需要 时间"),
    "grams": _stems("weight 重量"),
    "celsius": _stems("temperature degree 温度"),
    "bytes": _stems("size space 大小 容量"),
}
