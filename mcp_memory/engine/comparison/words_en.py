"""English words with a role in comparing: predicates, attributes, weightless words, opposites, and set phrases."""

from mcp_memory.engine.comparison.tables import groups, meanings, poles, words

WEIGHTLESS = words("""
a an the of at on in this that these those it its there here also just really already still currently now so very
quite as well too please do does did am will would shall been being previously formerly originally probably perhaps
maybe possibly apparently 's we our us ours both own nowadays today's actually exactly to yet ever either any
anymore then even each itself
""")
"""Words that neither say what a statement is about nor what it says of it."""

COPULAS = words("""
is are was were becomes became remains equals has have had having be
""")
"""They join a subject to what is said of it and have no weight of their own."""

ATTRIBUTES = words("""
port price cost fee rent salary budget version address name nickname title count limit timeout deadline date
birthday age height weight length width depth size colour color owner manager lead leader boss maintainer author
director ceo cto contact teacher doctor dentist landlord successor deputy editor database engine framework language
timezone zone region branch host hostname domain url endpoint ip path folder directory email e-mail mail phone
telephone extension password capital currency rate discount tax temperature speed capacity memory quota retention
interval frequency duration level hint channel platform total number grade score status mode format
theme plan licence license model brand provider vendor
supplier hotel restaurant airline office headquarters hometown nationality profession job position username id
cluster namespace threshold replicas retries workers threads resolution distance quantity balance revenue turnover
margin departure arrival expiry warranty backup husband wife spouse partner allergy blood encoding charset locale
default encryption protocol algorithm location destination birthplace employer school university major insurer bank
carrier landlord slogan motto licence surname occupation residence diet dosage dose
supervisor mentor advisor adviser coach tutor
""")
"""Nouns of what a thing has one of at a time. Their value changes; it does not add up."""

STATE_VERBS = meanings("""
live: live
location: located based
born: born
price: cost
weight: weigh
port: listen
duration: last take
need: need require
hold: hold
contain: contain contains
read: read
start: start begin
end: end finish
open: open
close: close
expire: expire
run: run
host: hosted
deploy: deployed
store: stored
belong: belong
measure: measure
earn: earn
work: work
employed: employed
name: called named
arrive: arrive land
depart: depart
leave: leave
due: due
schedule: scheduled planned
married: married
report: report
retry: retry
keep: keep kept retain
written: written
allow: allow
serve: serve
connect: connect
point: point
sleep: sleep
wait: wait
found: founded
return: return
stay: stay
sit: sit
speak: speak
support: support
limit: limited capped
renew: renew
happen: happen
release: released launched
publish: published
join: joined
graduate: graduated
employ: employ
cover: cover
seat: seat
use: use
drive: drive
have: has
score: score
stand: stand
exceed: exceed
""")
"""Verbs of lasting states, and of what happens once; by stem or form. A number after them is a value that holds."""

PLACE_VERBS = words("""
live location born name married host deploy store belong employed report written point connect stay publish
""")
"""Of these a thing has one object at a time, in words."""

EVENT_FORMS = words("""
bought paid spent met visited ate saw sent received ran walked ordered booked watched logged attended fixed merged
went took sold finished shipped added withdrew transferred scored won lost measured drank called drove flew played
read gave got made wrote did earned borrowed lent returned donated cooked swam cycled slept arrived left came
happened failed crashed restarted processed handled imported exported rose fell grew dropped talked spoke completed
lasted started ended began reported answered had
""")
"""Past forms of what may happen again: another number is another occasion."""

SET_VERBS = words("""
like love enjoy know use visit include accept play collect study learn try want hate dislike recommend eat drink
support speak read buy sell offer mention suggest see talk follow own compare
""")
"""Verbs whose objects stand side by side."""

OWNING = words("""
own lead manage maintain handle oversee coordinate owns run chair head
""")
"""Verbs with one subject at a time: who answers for a thing."""

MODALS = meanings("""
must: must
should: should ought
can: can could may might cannot
always: always
all: all every whole entire
""")
"""Words that colour a statement; opposite statements may differ in them, the same statement may not."""

SAME_WORDS = meanings("""
use: utilise utilize employ
allow: permit
colour: color
licence: license
email: e-mail mail
phone: telephone
price: cost fee
start: begin commence
like: love enjoy
favour: favor
manager: boss
employed: employer
lead: led leader
maintain: maintainer
own: owner
i: user me my mine
he: him his
she: her hers
they: their them
favourite: favorite
address: url
require: need
big: large
buy: buy purchase
picture: photo
child: kid children
anybody: everybody everyone
person: people persons
directory: folder
prefer: prefered
enable: activate
disable: deactivate
have: got
man: men
woman: women
film: movie
""")
"""Words for one thing; by stem."""

IRREGULAR = meanings("""
use: using
pay: paid
go: went gone
take: took taken
make: made
write: wrote written
see: saw seen
get: got gotten
give: gave given
come: came
know: knew known
find: found
think: thought
tell: told
say: said
send: sent
sell: sold
buy: bought
spend: spent
meet: met
leave: left
keep: kept
lose: lost
win: won
choose: chose chosen
drive: drove driven
speak: spoke spoken
eat: ate eaten
drink: drank drunk
run: ran
begin: began begun
break: broke broken
build: built
bring: brought
teach: taught
feel: felt
grow: grew grown
""")
"""Forms to their base."""

FLIPS = meanings("""
enable: disable deactivate
allow: disallow forbid forbidden prohibit ban
true: false untrue
correct: incorrect wrong
possible: impossible
available: unavailable
active: inactive
valid: invalid
present: absent
open: closed
able: unable
safe: unsafe
support: unsupported oppose
online: offline
mandatory: optional
accept: reject
agree: refuse disagree
succeed: fail
with: without
include: exclude
limited: unlimited
encrypted: unencrypted
paid: unpaid
known: unknown
compatible: incompatible
secure: insecure
reachable: unreachable
finish: unfinished
complete: incomplete
connect: disconnected
locked: unlocked
legal: illegal
honest: dishonest
willing: unwilling
anybody: nobody
anything: nothing
anywhere: nowhere
public: private
synchronous: asynchronous
favour: against
""")
"""A word and the one it is the plain opposite of: "disabled" is "not enabled"."""

SCALAR_FLIPS = meanings("""
like: dislike hate loathe detest
trust: distrust
""")
"""Opposites with room between them: who does not dislike it need not like it."""

CLASHING = groups("""
dark light
tab space
morning afternoon evening night
hourly daily weekly monthly quarterly yearly annual
left right
manual automatic
increase decrease
rise fall
single married divorced
high low medium
more less
window aisle
vegetarian vegan
hot cold
early late
first last
minimum maximum
horizontal vertical
red blue green yellow black white grey orange purple pink brown
upper lower
left-handed right-handed
metric imperial
formal informal
short long
open closed
before after
north south east west
summer winter spring autumn
big small
metre feet
cash card
above below
ascending descending
remote onsite
full-time part-time
push pull
internal external
true false
online offline
synchronous asynchronous
public private
sweet salty
paper plastic
""")
"""Words of which one excludes the others where all else is equal."""

POLES = poles("""
short brief concise terse succinct compact | long detailed verbose lengthy elaborate extensive exhaustive
""")
"""Manners on the two sides of a scale: who wants the one does not want the other. Of things, both may be said."""

EVALUATIVE = words("""
good bad great nice slow fast big small ready broken fine ok okay easy hard happy sad busy tired tall kind new old
huge tiny better worse best worst important useful beautiful ugly clean dirty expensive cheap full empty strict
friendly smart funny late early right wrong correct not very so too quite really pretty more less most reliable
stable unstable flaky useless unknown unclear open closed here there down up gone missing away
absent sick ill unavailable
""")
"""What is said about a thing beside the one value an attribute has."""

LISTING = words("""
and or plus & , / nor
""")

_TO_VALUE = (
    "set|changed|updated|raised|lowered|increased|decreased|reduced|bumped|adjusted|switched|configured|extended|shortened|upgraded|downgraded|migrated"
    "|moved|rescheduled|postponed|pushed back|brought forward|amounts?|comes?|renamed|went up|fixed|stands?"
)
_VALUE = " ?(?:the |a |version |port )?[\ue000-\ue3ff]"
_ALONE = r"\b(?=\s*(?:$|[.,;!]|by default|for all))"

PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(?:contact person|contact partner|point of contact|person to contact)\b", "contact"),
    (r"^(?:the )?person in charge of (.+?) is (?:now )?([^,]+)$", r"\2 owns \1"),
    (r"\b(?:is|are|was|be|being|has been|will be) (?:responsible for|in charge of|on point for)\b", " owns "),
    (r"\btakes? care of\b|\blooks? after\b", " owns "),
    (r"^(?:the )?(owner|lead|leader|maintainer) (?:of|for) (.+?) is (?:now )?([^,]+)$", r"\3 \1 \2"),
    (r"^(.+?)(?:'s)? (owner|maintainer) is (?:now )?([^,]+)$", r"\3 \2 \1"),
    (r"^(.+?) (?:is|are) (?:now )?(owned|led|maintained|managed|handled|coordinated) by ([^,]+)$", r"\3 \2 \1"),
    (r"^(?!we |i |they |please )([^,]+?) uses? ([^,]+?) as (?:the|its|our|their|a) ([^,]+)$", r"\1 \3 is \2"),
    (rf"\btimes? out after\b(?={_VALUE})", "timeout is"),
    (rf"\b(?:was|is) born (?:on |in )?(?={_VALUE})", "birthday is "),
    (
        rf"\b(?:is|are|was|were) (?:scheduled|planned|set|due|booked)(?: for| on| to take place on)?(?={_VALUE})",
        "equals",
    ),
    (r"\bwill be held\b|\bis (?:being )?held\b", "is"),
    (
        (
            rf"\b(?:(?:is|are|can be) (?:reachable|reached|available|found|located|stored|kept)|lies|sits)"
            rf" (?:at|on|in|under)(?={_VALUE})"
        ),
        "is",
    ),
    (rf"\b(?:runs? on port|listens? (?:on|at|to)(?: port)?)\b(?={_VALUE})", "port is"),
    (r"\b(?:gets?|receives?|enjoys?) an? ", "has "),
    (r"\bconsists? of\b", "has"),
    (rf"\b(?:is|are) (?:limited|capped|restricted) (?:to|at)(?={_VALUE})", "limit equals"),
    (r"\b(?:(?:is|am|are) )?work(?:s|ing)? (?:for|at|in)\b", "employed"),
    (rf"\b(?:(?:has |have )?(?:is|are|was|were|been|be|got) )?(?:{_TO_VALUE}) (?:to|at)\b(?={_VALUE})", " equals "),
    (r"\b(?:(?:has|have|is) )?moved to\b", " lives "),
    (r"\b(?:(?:is|was|are|be|been) )?(?:renamed|changed|set|reset|configured) to\b", " equals "),
    (r"\b(?:takes? place|will happen|will be held|is held|is taking place)\b", " is "),
    (rf"\b(?:turned|switched|set to|is|are|was|were) on{_ALONE}", " is enabled "),
    (rf"\b(?:turned|switched|is|are|was|were) off{_ALONE}", " is disabled "),
    (r"\b(?:have|has|needs?|have got|(?:is|are) (?:required|obliged)) to\b", " must "),
    (r"\b(?:is|are) (?:able|allowed|permitted) to\b", " can "),
    (r"\bin favou?r of\b", " supporting "),
    (r"\bi am\b|\bi'm\b", " i is "),
    (r"\b(?:is|are) married to\b", " married "),
    (r"\bevery ?day\b", " daily "),
    (r"\bevery week\b|\bonce a week\b", " weekly "),
    (r"\bevery month\b|\bonce a month\b", " monthly "),
    (r"\bevery hour\b|\bonce an hour\b", " hourly "),
    (r"\b(part|full) time\b", r"\1-time"),
    (r"\btime zone\b", "timezone"),
    (
        (
            r"\bthe ((?:[\w-]+ )?[\w-]+) (?:of|for) ((?:[\w'-]+ ){1,4}?)(?=(?:is|are|was|were|will|should|must|has"
            r"|equals)\b|= )"
        ),
        r"\2\1 ",
    ),
)
"""Set phrases and what they are read as, in order."""
