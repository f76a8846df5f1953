// Finds text of pictures that lies on other text, or crosses the edge of the smallest frame around it, as this browser lays it out.
async ([module, family, pictures]) => {
  const SLACK = 0.6; // units of the picture
  const { draw } = await import(module);
  await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 20px "${family}"`)));
  const box = document.createElement("div");
  box.className = "picture";
  document.body.replaceChildren(box);
  const pen = document.createElement("canvas").getContext("2d");
  const quote = (word) => `“${word.said}”`;
  const area = (one) => (one.right - one.left) * (one.bottom - one.top);

  /** Where a rectangle of an element lies on the picture. */
  const onPicture = (back, element, [x, y, width, height]) => {
    const matrix = back.multiply(element.getScreenCTM());
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([a, b]) => new DOMPoint(a, b).matrixTransform(matrix));
    const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };

  /** The ink of a line of text: as wide as it is laid out, as high as its letters. */
  const ink = (element, style) => {
    pen.font = `${style.fontWeight} 100px ${style.fontFamily}`;
    const [letters, scale, laid] = [pen.measureText(element.textContent), parseFloat(style.fontSize) / 100, element.getBBox()];
    const [above, below] = [letters.actualBoundingBoxAscent * scale, letters.actualBoundingBoxDescent * scale];
    return [laid.x, Number(element.getAttribute("y") ?? 0) - above, laid.width, above + below];
  };

  const found = [];
  for (const [name, text] of pictures) {
    draw(box, text);
    const svg = box.querySelector("svg");
    const back = svg.getScreenCTM().inverse();
    const [words, frames] = [[], []];
    for (const element of svg.querySelectorAll("text, rect, circle")) {
      if (element.closest("defs, symbol, clipPath, #preview") || !element.getClientRects().length) continue;
      const style = getComputedStyle(element);
      if (element.tagName === "text") {
        if (element.textContent.trim()) words.push({ said: element.textContent, ...onPicture(back, element, ink(element, style)) });
      } else if (style.fill !== "none" || style.stroke !== "none") {
        const { x, y, width, height } = element.getBBox();
        frames.push(onPicture(back, element, [x, y, width, height]));
      }
    }
    words.forEach((one, place) => {
      for (const other of words.slice(place + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > SLACK && high > SLACK) found.push(`${name}: ${quote(one)} lies on ${quote(other)}`);
      }
    });
    for (const one of words) {
      const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
      const [frame] = frames.filter((a) => a.left <= x && x <= a.right && a.top <= y && y <= a.bottom).sort((a, b) => area(a) - area(b));
      const over = frame && Math.max(frame.left - one.left, one.right - frame.right, frame.top - one.top, one.bottom - frame.bottom);
      if (frame === undefined || over > SLACK) found.push(`${name}: ${quote(one)} crosses its frame`);
    }
  }
  return found;
}
