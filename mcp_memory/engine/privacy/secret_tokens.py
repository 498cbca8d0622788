"""Secrets that are known by their own shape: keys and tokens as their issuers make them.

One entry a kind. A pattern has at most one group, the part that is secret, and bounded or possessive repetitions only.
The table names no kind that needs a look at the words around it; those are in `secret_words`.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.secret import Secret

_WORD = "[A-Za-z0-9_-]"
_LONG_WORD = "(?<![A-Za-z0-9])(?=[A-Za-z0-9][A-Za-z0-9_.:/~+=-]{9})"
"""Every token begins so; looked at first, because few words of a text do."""


TOKEN_PATTERNS: tuple[tuple[str, str], ...] = (
    ("aws-access-key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    ("github-token", r"gh[oprsu]_[A-Za-z0-9_]{20,}|github_pat_[A-Za-z0-9_]{20,}"),
    ("gitlab-token", rf"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-{_WORD}{{16,}}"),
    ("slack-token", rf"xox[a-z](?:\.xox[a-z])?-{_WORD}{{10,}}|xapp-{_WORD}{{10,}}"),
    ("stripe-key", r"[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,}"),
    ("anthropic-key", rf"sk-ant-{_WORD}{{16,}}"),
    ("openrouter-key", r"sk-or-v1-[0-9a-f]{32,}"),
    ("openai-key", rf"sk-(?:proj|svcacct|admin|None)-{_WORD}{{16,}}|sk-{_WORD}{{8,64}}T3BlbkFJ{_WORD}{{8,}}"),
    ("api-key", r"sk-[A-Za-z0-9]{20,}"),
    ("google-api-key", rf"AIza{_WORD}{{35}}"),
    ("google-oauth", rf"GOCSPX-{_WORD}{{20,}}|ya29\.{_WORD}{{20,}}|1//0{_WORD}{{30,}}"),
    ("azure-client-secret", r"[A-Za-z0-9][A-Za-z0-9_~.-]{2}[0-9]Q~[A-Za-z0-9_~.-]{31,34}"),
    ("sendgrid-key", rf"SG\.{_WORD}{{16,32}}\.{_WORD}{{16,64}}"),
    ("twilio-key", r"SK[0-9a-f]{32}"),
    ("mailgun-key", r"key-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}"),
    ("mailchimp-key", r"[0-9a-f]{32}-us[0-9]{1,2}"),
    ("npm-token", r"npm_[A-Za-z0-9]{30,}"),
    ("pypi-token", rf"pypi-AgE{_WORD}{{40,}}"),
    ("huggingface-token", r"(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    ("digitalocean-token", r"do[oprt]_v1_[0-9a-f]{64}"),
    ("telegram-bot-token", rf"[0-9]{{8,10}}:{_WORD}{{35}}"),
    ("discord-token", rf"[MNO][A-Za-z0-9_-]{{23,27}}\.{_WORD}{{6}}\.{_WORD}{{27,40}}|mfa\.{_WORD}{{80,}}"),
    ("shopify-token", r"shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}"),
    ("databricks-token", r"dapi[0-9a-f]{32}(?:-[0-9])?"),
    ("vault-token", rf"hv[bsr]\.{_WORD}{{20,}}"),
    ("aliyun-key", r"LTAI[A-Za-z0-9]{12,24}"),
    ("tencent-key", r"AKID[A-Za-z0-9]{13,40}"),
    ("volcengine-key", rf"AKLT{_WORD}{{40,}}"),
    ("baidu-key", r"bce-v3/ALTAK-[A-Za-z0-9]{10,}/[0-9a-f]{40}"),
    ("jwt", rf"eyJ{_WORD}{{8,}}\.eyJ{_WORD}{{4,}}(?:\.[A-Za-z0-9_=-]*)?"),
    ("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
    ("linear-key", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    ("notion-token", r"secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,}"),
    ("grafana-token", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,}"),
    ("airtable-token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("atlassian-token", r"AT[A-Z]TT3xFf[A-Za-z0-9_=-]{40,}"),
    ("doppler-token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}"),
    ("figma-token", rf"figd_{_WORD}{{36,}}"),
    ("newrelic-key", r"NRAK-[A-Z0-9]{27}|NRJS-[0-9a-f]{19}|NRAA-[0-9a-f]{27}"),
    ("postman-key", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("pulumi-token", r"pul-[0-9a-f]{40}"),
    ("rubygems-key", r"rubygems_[0-9a-f]{48}"),
    ("square-token", rf"sq0[a-z]{{3}}-{_WORD}{{22,43}}|EAAA[A-Za-z0-9_-]{{60,}}"),
    ("groq-key", r"gsk_[A-Za-z0-9]{40,}"),
    ("xai-key", r"xai-[A-Za-z0-9]{60,}"),
    ("replicate-token", r"r8_[A-Za-z0-9]{37}"),
    ("perplexity-key", r"pplx-[A-Za-z0-9]{40,}"),
    ("planetscale-token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    ("supabase-key", rf"sbp_[0-9a-f]{{40}}|sb_secret_{_WORD}{{20,}}"),
    ("sentry-token", r"sntrys_[A-Za-z0-9+/=_]{40,}|sntryu_[0-9a-f]{64}"),
    ("terraform-token", rf"[A-Za-z0-9]{{14}}\.atlasv1\.{_WORD}{{60,}}"),
    ("docker-token", rf"dckr_[a-z]{{3}}_{_WORD}{{24,}}"),
    ("tailscale-key", r"tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}"),
    ("1password-token", rf"ops_eyJ{_WORD}{{100,}}"),
    ("dropbox-token", rf"sl\.u?\.?{_WORD}{{100,}}"),
    ("facebook-token", r"EAA[A-Za-z0-9]{80,}"),
    ("heroku-key", rf"HRKU-{_WORD}{{36,}}"),
    ("artifactory-key", r"AKCp[A-Za-z0-9]{60,}"),
    ("cloudflare-key", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"),
    ("slack-webhook", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/]{20,})"),
    ("discord-webhook", rf"discord(?:app)?\.com/api/webhooks/([0-9]{{10,}}/{_WORD}{{40,}})"),
    ("wecom-webhook", r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=([0-9a-f-]{36})"),
    ("dingtalk-webhook", r"oapi\.dingtalk\.com/robot/send\?access_token=([0-9a-f]{32,})"),
    ("feishu-webhook", r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/([0-9a-f-]{36})"),
    ("azure-storage-key", r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})"),
)
"""Kind and pattern."""


def tokens_in(text: str) -> Iterator[Secret]:
    """Every secret that shows by its shape, beginning where no ASCII letter or digit stands before it."""
    for found in _ANY.finditer(text):
        kind, group = _KINDS[found.lastindex or 0]
        yield Secret(kind, *found.span(group))


def _joined() -> tuple[re.Pattern[str], dict[int, tuple[str, int]]]:
    """All patterns as one, and for the group of each its kind and the group that is secret."""
    branches: list[str] = []
    kinds: dict[int, tuple[str, int]] = {}
    group = 1
    for kind, pattern in TOKEN_PATTERNS:
        inner = re.compile(pattern).groups
        branches.append(f"({pattern})")
        kinds[group] = (kind, group + inner)
        group += 1 + inner
    return re.compile(f"{_LONG_WORD}(?:{'|'.join(branches)})"), kinds


_ANY, _KINDS = _joined()
