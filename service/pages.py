"""Pages of HTML that the service writes itself: one look, at most the theme's script, and nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from service.static_text import StaticText

STYLE = """
:root{color-scheme:light dark;--page:light-dark(#faf6ea,#0f1820);--ink:light-dark(#1c2730,#ece5d3);
--quiet:light-dark(#4b565e,#b3bcbf);--rule:light-dark(#cfc3a3,#344550);--link:light-dark(#7a5608,#e3bd62);
--mark:light-dark(#f3e3b4,#3b321a);--code:light-dark(#efe7d2,#1e2c37);--desk:light-dark(#e6dfcd,#0b1218);
--raised:light-dark(#fffdf6,#1e2c37);--edge:light-dark(#85795a,#74858f);--act:light-dark(#a3125a,#ff8cc3);--on-act:light-dark(#ffffff,#2a0a1a);
--serif:"Iowan Old Style",Palatino,P052,Georgia,serif;
--sans:"Segoe UI",-apple-system,Roboto,"Liberation Sans",system-ui,sans-serif}
body{font:16px/1.55 var(--sans);color:var(--ink);
background:var(--page);max-width:50rem;margin:0 auto;padding:1.5rem 1rem 4rem;overflow-wrap:break-word}
h1,h2,h3{font-family:var(--serif);line-height:1.2}
h1{font-size:2.2rem;margin:.6rem 0 .8rem}h2{margin:2.4rem 0 .8rem;padding-bottom:.3rem;border-bottom:3px double var(--rule)}
a{color:var(--link);text-underline-offset:.15em}li{margin:.35rem 0}
header{font-size:.9rem;display:flex;gap:1.2rem;flex-wrap:wrap}small,footer,.quiet{color:var(--quiet)}
footer{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--rule);font-size:.9rem}
nav ul{columns:20rem;padding:0;list-style:none}nav li{margin:0 0 .35rem}
code,pre{font:.9em ui-monospace,"Liberation Mono",monospace;background:var(--code);border-radius:4px}
code{padding:.1em .3em}pre{padding:.8rem 1rem;white-space:pre-wrap}pre code{padding:0}
main{overflow-x:auto}table{border-collapse:collapse;width:100%}td:first-child a,td:first-child code{white-space:nowrap}
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-top:1px solid var(--rule)}
dt{font-weight:600;margin-top:.9rem}dd{margin:.1rem 0 0}
:target{background:var(--mark);box-shadow:0 0 0 .4rem var(--mark);border-radius:2px}
summary{cursor:pointer;padding:.25rem 0}details>details,details>div{margin-left:1.2rem}h4{margin:1rem 0 .2rem}
strong a,td:first-child a{text-decoration:none}strong a:hover{text-decoration:underline}
"""
_HEADER = (
    "<header><a href=/>Tradewinds</a><a href=/docs/>Contract</a><a href=/docs/rules>Rules</a>"
    "<a href=/docs/problems>Problems</a></header>"
)


def page(
    title: str,
    body: str,
    *,
    icon: str = "",
    style: str = "",
    sheet: str = "",
    script: str = "",
    header: str = _HEADER,
    referrer: str = "no-referrer",
) -> StaticText:
    """A page; `title` is text, `body` and `header` are HTML. `style`: what is added to the style of all pages; `sheet`: the
    address of a style sheet of this service in the place of both; `script`: that of a script. With the address of an icon,
    it may show pictures of this service. `referrer`: the policy of what its links tell of it."""
    shown = f'<link rel=icon href="{escape(icon)}">' if icon else ""
    inline = STYLE + style
    look = f'<link rel=stylesheet href="{escape(sheet)}">' if sheet else f"<style>{inline}</style>"
    styles = "'self'" if sheet else f"'sha256-{b64encode(sha256(inline.encode()).digest()).decode()}'"
    runs = f'<script src="{escape(script)}"></script>' if script else ""
    scripts = "'self'" if script else "'none'"
    text = (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        f'<meta name=viewport content="width=device-width,initial-scale=1"><title>{escape(title)}</title>{shown}'
        f"{runs}{look}{header}<main>{body}</main></html>"
    )
    images = "'self'" if icon else "'none'"
    policy = (
        f"default-src 'none'; script-src {scripts}; img-src {images}; style-src {styles}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": referrer}
    return StaticText(text.encode(), "text/html; charset=utf-8", headers)
