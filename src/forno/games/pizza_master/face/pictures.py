"""The pictures of Pizza Master: `static/art.svg`."""

from forno.pages.html import Art

art = Art("pizza-master")
