"""Words a question is built with and not about. Dropped from questions only, never from what is stored."""

_ENGLISH = """
a an and any are as at be been being but by can could did do does done for from had has have having he her hers him his
how i if in into is it its just let may me might mine must my no nor not of off on or our ours out over please shall
she should so some such than that the their theirs them then there these they this those to too under up upon us very
was we were what when where whether which while who whom whose why will with would you your yours about again also am
because before after between both each either else ever every here own same via
tell know remember remind recall said say says
"""

_CHINESE = """
什么 怎么 怎样 如何 为何 为什 多少 几个 几次 何时 是否 是不 不是 有没 没有 可以 能否 这个 那个 这些 那些 这里
那里 这样 那样 请问 告诉 知道 记得 一下 一个 一些 还有 以及 或者 因为 所以 但是 如果 时候 关于 对于 自己 现在 已经
曾经 之前 之后 我说 说过
"""

ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())
"""Articles, pronouns, prepositions, auxiliaries, question words, and the verbs one asks a memory with."""

CHINESE_STOP_PAIRS = frozenset(_CHINESE.split())
"""Pairs of characters that are question words, pronouns, conjunctions, or what one asks a memory with."""

CHINESE_PARTICLES = frozenset("的了吗呢吧么啊呀嘛哪谁们")
"""A pair of characters with one of these spans the end of a word, and says nothing of its own."""
