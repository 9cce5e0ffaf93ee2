"""The pictures of Mamma Mia!: `static/art.svg`."""

from forno.publishing.html import Art

art = Art("mamma-mia")
