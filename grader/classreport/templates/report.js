for (const box of document.querySelectorAll(".table")) {
  const body = box.querySelector("tbody");
  const heads = [...box.querySelectorAll("thead th")];
  const filter = box.querySelector("input");
  const count = box.querySelector("output");
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const compare = (one, other) => {
    const [a, b] = [one === "" ? NaN : Number(one), other === "" ? NaN : Number(other)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b) || one.localeCompare(other);
    return a - b;
  };
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const up = head.ariaSort !== "ascending";
    for (const other of heads) other.ariaSort = null;
    head.ariaSort = up ? "ascending" : "descending";
    const rows = [...body.rows].sort((a, b) => compare(value(a, column), value(b, column)) * (up ? 1 : -1));
    body.append(...rows);
  }));
  filter?.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const row of body.rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      left += !row.hidden;
    }
    count.value = words.length ? `${left} of ${body.rows.length}` : "";
  });
}
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
