// Sorts a table by the column whose heading is pressed; pressing it again reverses the order.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => head.firstElementChild.onclick = () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = row => {
      const text = row.cells[column].textContent.trim();
      const number = parseFloat(text.replace(/[,%<]/g, ""));
      return Number.isNaN(number) ? text : number;
    };
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const order = typeof x === typeof y ? (x < y ? -1 : x > y ? 1 : 0) : typeof x === "number" ? -1 : 1;
      return up ? order : -order;
    });
    table.tBodies[0].append(...rows);
  });
}
