"""The pictures of Mamma Mia!: `static/art.svg`."""

from forno.pages.html import Art

art = Art("mamma-mia")
