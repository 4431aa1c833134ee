/* Stands in every page, before the first paint: what this phone chose, or its system prefers */
(({ dataset }) => {
  for (const name of ["theme", "seats", "size", "buzz"]) {
    const kept = localStorage.getItem(name);
    if (kept) dataset[name] = kept;
  }
  const staysDark = dataset.page === "table" || "here" in dataset;
  if (staysDark && dataset.theme === "light") delete dataset.theme;
  if (!staysDark && !dataset.theme && matchMedia("(prefers-color-scheme: light)").matches) dataset.theme = "light";
})(document.documentElement);
