"""The pictures of Pizza Master: `static/art.svg`."""

from forno.publishing.html import Art

art = Art("pizza-master")
