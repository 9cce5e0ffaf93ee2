"""Made small, sheets and scripts mean what they meant: a browser reads both, and finds the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from forno.web.minifying import minified_script, minified_sheet
from tests.web.stage import usual_window

SOURCES = Path(__file__).parents[2] / "src" / "forno"
SHEETS = sorted(SOURCES.rglob("*.css"))
SCRIPTS = sorted(SOURCES.rglob("*.js"))

RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replace(/@import[^;]*;/g, ""));
  // Where a value has a name in it, and in conditions, the browser keeps the gaps as they were written.
  const plain = (css) => css.replace(/\\s*([,:])\\s*/g, "$1").replace(/\\s+/g, " ").replace(/ (?=\\))|(?<=\\() /g, "");
  const read = (rules) => [...rules].flatMap((rule) => [
    rule.selectorText ?? plain(rule.conditionText ?? rule.keyText ?? rule.name ?? rule.cssText),
    ...[...(rule.style ?? [])].map((name) => `${name}: ${plain(rule.style.getPropertyValue(name))}`),
    ...read(rule.cssRules ?? []),
  ]);
  return read(sheet.cssRules);
}"""
"""What a browser makes of a style sheet: every selector and condition, and every declaration."""


@pytest.fixture
def page(browser: Browser) -> Page:
    return usual_window(browser).new_page()


def test_all_sheets_made_small_have_the_same_rules(page: Page) -> None:
    for path in SHEETS:
        text = path.read_text(encoding="utf-8")
        small = minified_sheet(text)
        assert page.evaluate(RULES, small) == page.evaluate(RULES, text), path
        assert "/*" not in small
        assert "\n" not in small


TRICKY_SHEETS = (
    'a::before { content: "  /* no; comment } */  " ; }',
    "a { content: 'it\\'s  { }' ; color : red ;; }",
    "a > b + c ~ d :hover , e:not( .f , .g ) { margin : -1px calc( 1px + 2px ) ; }",
    "a { background: url( data:image/png;base64,//8= ) no-repeat , url( 'x  y.svg' ) ; }",
    "@media screen and (min-width: 3rem) and (not (hover)) { a :first-child { color: red } }",
    "a{}b/**/c{color:red}.d/* x */.e{color:blue}",
    "a { --empty: ; --list: a , b  c; transition: color .2s, margin 1s; grid-template: 'a  b' 1fr / auto; }",
    "@supports (color: light-dark(red, blue)) { a { color: light-dark( red , blue ) !important } }",
    "@keyframes spin { from { rotate: 0deg } to { rotate: 1turn } }",
    ".a { & .b { color: red } &:hover { color: blue } }",
)


def test_what_looks_like_a_comment_or_a_gap_stays_where_it_means_something(page: Page) -> None:
    for text in TRICKY_SHEETS:
        rules = page.evaluate(RULES, text)
        assert rules
        assert page.evaluate(RULES, minified_sheet(text)) == rules, text


def test_all_scripts_made_small_are_still_scripts(page: Page) -> None:
    """Only whether they can be read: what they do, all other tests ask of what the server serves."""
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        small = minified_script(text)
        assert len(small) < len(text)
        assert minified_script(small) == small, "there is nothing left to take away"
        # What only modules may say is taken out, since functions can be read without being run.
        plain = re.sub(r"""\bimport *[{"].*?;|\bexport """, "", small, flags=re.DOTALL).replace("import.meta", "({})")
        page.evaluate("(text) => { new Function(text); }", plain)


TRICKY_SCRIPTS = (
    "const a = 8, b = 2, g = 1; return a / b / g;",
    "const a = 'x // no comment', b = \"it's /* none */\"; return a + b;",
    "return ['a/b'.replace(/\\//g, ' // '), /[/'\"`]/.test('`'), 4 / 2 /* two */ / 1];",
    "const x = 3; return `a  ${ x  +  `b  ${ { y: '}' }.y }  // not ${'`'}` }  /* c */`;",
    "let a = 1, b = 1; a = b\n++b\nreturn [a, b];",
    "let a = 1; const b = 2; return [a + +b, a - -b, a++ + b, a-- - b];",
    "const f = () => {\n  return\n  1;\n}\nreturn f() === undefined;",
    "if (true) /x/.test('x'); return /y/ instanceof RegExp;",
    "const o = { return: 4, of: 2 }; return o.return / o.of / 1;",
    "const text = 'a' /* one\n */ + 'b'; // two\nreturn text;",
    "let n = 3, s = ''; while (n --> 0) s += n; return s;",
    "const a = 1, b = 0; return a < !--a.b;",
    "return 1 .toFixed(1) + 1..toFixed(1) + 0x1F.toString();",
    "class A { #p = 1; static s = 2; get p() { return this.#p } async *g() { yield 1 } } return new A().p in [1, 2];",
    "label: for (const x of [1, 2]) { for (;;) continue label } return typeof /a/g;",
    "const f = (x) => x\nconst g = (y) => ({ y })\nreturn [f(1), g(2)];",
    "const é = 'ü', ok = true; return [é, ok ? é : /:/, ok?.5:1];",
    "switch (1) { case 1: { return '1' } default: return `\\`` }",
)


def test_strings_templates_expressions_and_line_ends_are_kept(page: Page) -> None:
    run = "(text) => JSON.stringify(new Function(text)())"
    for text in TRICKY_SCRIPTS:
        assert page.evaluate(run, minified_script(text)) == page.evaluate(run, text), text
