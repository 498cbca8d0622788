"""Two hundred turns of small talk, half English, half Chinese, in which nothing is worth keeping."""

ENGLISH = """
Hi there!
Good morning, everyone.
Hey, how's it going?
Not bad, thanks. You?
Long day, huh?
Yeah, I'm beat.
Did you sleep well?
Like a log, thanks.
What a lovely day.
It's so hot today, isn't it?
Looks like rain again.
I hope the sun comes out.
Happy Friday!
Happy birthday, Sam!
Congrats on the new puppy!
Aww, that's adorable.
Haha, good one.
LOL
No way!
You're kidding me.
I can't believe it.
Same here.
Me too, honestly.
That makes two of us.
Oh well, that's life.
Never mind.
No worries at all.
Sorry I'm late!
Traffic was terrible this morning.
My train was late again.
I need a coffee.
Want to grab lunch?
Sure, where do you want to go?
Anywhere is fine with me.
I'm starving.
The soup was really good.
I'll have what you're having.
Let's eat, I'm hungry.
See you at lunch.
I'll be there in five.
On my way.
Be right back.
Okay, I'm back.
Where were we?
Ah, right.
Let me think.
Give me a second.
One moment please.
Hold on, my phone is ringing.
Sorry about that.
No problem.
Thanks a lot!
Thank you so much, you're the best.
You're welcome.
My pleasure.
Anytime!
Okay, cool.
Sounds good.
Great, perfect.
Got it, thanks.
Makes sense.
I see what you mean.
Fair enough.
That's a good point.
Interesting!
Wow, that's amazing.
How was your weekend?
It was nice, very relaxing.
We mostly stayed home and watched movies.
Did you see the game last night?
What a match!
I love that song.
I love it here.
I hate it when that happens.
I like your haircut.
You always say that.
I never thought of that.
It must be nice.
You must be tired.
That must have been fun.
I could eat a horse.
I wish I were on holiday.
I miss the beach.
I'll try.
I'll think about it.
We'll see.
I'll let you know.
I'll leave you to it.
Maybe next time.
Who knows?
Whatever you like.
It doesn't matter.
I don't mind.
I don't know, to be honest.
I guess so.
Probably not.
Let's see how it goes.
Have a great weekend!
Take care, bye!
See you tomorrow!
"""

CHINESE = """
大家早上好！
嗨，最近怎么样？
还不错，你呢？
好久不见啊！
今天好冷啊。
是啊，风好大。
又下雨了，真烦。
希望周末是晴天。
昨晚睡得好吗？
睡得挺香的。
我好困啊。
昨晚没睡好。
今天好累。
辛苦啦！
早点休息吧。
周五快乐！
生日快乐！
恭喜恭喜！
太可爱了吧。
哈哈哈哈
笑死我了。
真的假的？
不会吧！
你别逗我了。
我也是。
同感。
唉，没办法。
算了算了。
没事的。
不好意思，来晚了。
早上路上太堵了。
地铁又晚点了。
我得来杯咖啡。
中午一起吃饭吗？
好啊，去哪儿吃？
都行，你定吧。
我快饿死了。
这个汤真好喝。
走，吃饭去。
食堂见。
我五分钟就到。
在路上了。
我马上回来。
我回来了。
刚才说到哪儿了？
哦对。
让我想想。
等我一下。
稍等，我接个电话。
抱歉抱歉。
没问题。
非常感谢！
谢谢你，你最好了。
不客气。
应该的。
好的好的。
行，那就这样。
听起来不错。
太好了！
收到，谢谢。
明白了。
有道理。
说得对。
原来如此。
有意思。
哇，太厉害了。
周末过得怎么样？
挺好的，在家躺了两天。
看了部电影，还行。
昨晚的比赛你看了吗？
踢得真精彩。
我喜欢这首歌。
我好喜欢这里。
我最讨厌这样了。
你的发型真好看。
你总是这么说。
我还真没想到。
那一定很好玩。
你一定累坏了。
真想去度假。
好想去海边。
我试试吧。
我考虑一下。
到时候再说。
回头告诉你。
我先忙了。
下次吧。
谁知道呢。
随你便。
无所谓啦。
我都可以。
说实话我也不知道。
大概吧。
不一定。
慢慢来，不着急。
别想太多。
看情况吧。
周末愉快！
拜拜，保重！
明天见！
"""

TURNS: tuple[str, ...] = tuple((ENGLISH + CHINESE).split("\n"))
"""With the empty lines between, which hold nothing either."""
