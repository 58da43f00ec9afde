/** The theme that was chosen at a table, on a page that the service writes itself: no module, so that nothing is seen in another one first. */
try {
  const { theme } = JSON.parse(localStorage.getItem("tradewinds/settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {} // Storage is switched off: the page looks as the system wishes.
