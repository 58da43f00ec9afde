"""How the table draws the game in a style of its own: table.js and table.css, which run in the browser."""
