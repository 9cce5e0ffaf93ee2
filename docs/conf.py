"""How Sphinx shows the site. The pages are put together by `tools/site.py`."""

import forno

project = "Forno"
author = "Forno contributors"
copyright = "Forno contributors, MIT license"
release = forno.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
exclude_patterns = ["files"]

# Docstrings are prose with names in single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Forno {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"source_repository": ""}
