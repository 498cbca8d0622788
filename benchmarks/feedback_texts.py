"""What `feedback.py` and `erasing.py` say, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A text that is to be erased, and words that stand in nothing else. `said` are turns in which it comes in."""

    text: str
    reworded: str
    edited: str
    rule: str
    words: tuple[str, ...]
    phone: str
    with_phone: str


@dataclass(frozen=True, kw_only=True)
class Story:
    """The memories of one language, how they are asked for, and what is said of them."""

    language: str
    episodes: tuple[str, str, str]
    rule: str
    asked: str
    pinned: str
    pinned_asked: str
    before: str
    after: str
    old_value: str
    new_value: str
    edit_asked: str
    denied: str
    denied_asked: str
    denial: str
    task: str
    contradiction: tuple[str, str]
    proposal: str
    forgotten: str
    secret: Secret


STORIES = (
    Story(
        language="en",
        episodes=(
            "The bakery in Linden Street is closed on Mondays, we found out.",
            "Again: the bakery in Linden Street is closed on Mondays.",
            "As we saw, the bakery in Linden Street is closed on Mondays.",
        ),
        rule="The bakery in Linden Street is closed on Mondays.",
        asked="When is the bakery in Linden Street closed?",
        pinned="The user prefers to be called by the second name, Theodora.",
        pinned_asked="Which name does the user want to be called by?",
        before="The cellar pump is serviced by Harlan Okafor.",
        after="The cellar pump is serviced by Mireille Dubois.",
        old_value="Okafor",
        new_value="Dubois",
        edit_asked="Who services the cellar pump?",
        denied="We decided to paint the boat shed green.",
        denied_asked="What colour did we decide to paint the boat shed?",
        denial="No, that's wrong, we never decided to paint the boat shed green.",
        task="Return the borrowed ladder to the neighbours",
        contradiction=(
            "The greenhouse thermostat is set to 18 degrees.",
            "The greenhouse thermostat is set to 23 degrees.",
        ),
        proposal="The user never wants meetings before ten.",
        forgotten="The old accordion was sold at the flea market in Graz.",
        secret=Secret(
            text="The alarm code of the Wombatfield depot is kept by Ludmilla Quastenflug.",
            reworded="We decided that Ludmilla Quastenflug keeps the alarm code of the Wombatfield depot.",
            edited="The alarm code of the Wombatfield depot is kept by Ludmilla Quastenflug and her deputy.",
            rule="The alarm code of the Wombatfield depot is always kept by Ludmilla Quastenflug.",
            words=("wombatfield", "ludmilla", "quastenflug"),
            phone="+43 664 5559821",
            with_phone="Ludmilla Quastenflug of the Wombatfield depot answers at +43 664 5559821.",
        ),
    ),
    Story(
        language="zh",
        episodes=(
            "我们发现椴树街的面包店每逢星期一不开门。",
            "又看到了：椴树街的面包店每逢星期一不开门。",
            "邻居也说椴树街的面包店每逢星期一不开门。",
        ),
        rule="椴树街的面包店每逢星期一不开门。",
        asked="椴树街的面包店星期几不开门？",
        pinned="用户希望别人称呼她的小名阿黛。",
        pinned_asked="用户希望别人怎么称呼她？",
        before="地窖水泵由欧阳建国负责保养。",
        after="地窖水泵由司马小燕负责保养。",
        old_value="欧阳建国",
        new_value="司马小燕",
        edit_asked="地窖水泵由谁负责保养？",
        denied="我们决定把船屋刷成绿色。",
        denied_asked="我们决定把船屋刷成什么颜色？",
        denial="不对，我们从来没有决定把船屋刷成绿色。",
        task="把借来的梯子还给邻居",
        contradiction=("温室的恒温器设为18度。", "温室的恒温器设为23度。"),
        proposal="用户不希望十点以前开会。",
        forgotten="旧手风琴在格拉茨的跳蚤市场卖掉了。",
        secret=Secret(
            text="沃姆贝特仓库的警报密令由柳德米拉保管。",
            reworded="我们决定由柳德米拉保管沃姆贝特仓库的警报密令。",
            edited="沃姆贝特仓库的警报密令由柳德米拉和副手保管。",
            rule="沃姆贝特仓库的警报密令一律由柳德米拉保管。",
            words=("沃姆", "姆贝", "贝特仓", "柳德", "德米", "米拉"),
            phone="13912345678",
            with_phone="沃姆贝特仓库的柳德米拉的电话是13912345678。",
        ),
    ),
)
