// The input of a board: mouse, fingers and keys. Every deed goes to the `act` of the board.

const LONG_PRESS = 380; // ms
const MOVED = 10; // pixels that a finger may move without its touch becoming a drag
const PINCHED = 0.1; // by this share the distance of two fingers must change before they zoom

/** Let the user move a board. */
export function listen(board) {
  const held = new Map(); // all pressed pointers by id, since two thumbs may press at the same time
  const lift = ({ pointerId }) => {
    clearTimeout(held.get(pointerId)?.timer);
    held.delete(pointerId);
    board.press(null);
  };
  listenToPointers(board, held, lift);
  listenToPinches(board, () => [...held.keys()].forEach((pointerId) => lift({ pointerId })));
  board.svg.addEventListener("keydown", (event) => press(board, event));
}

function listenToPointers(board, held, lift) {
  const { svg } = board;
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    svg.focus({ preventScroll: true });
    board.cursor = cell;
    if (event.button === 2) board.act("flag", cell);
    else if (event.button === 1) {
      event.preventDefault();
      board.act("chord", cell);
    } else {
      lift(event);
      const down = { cell, x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse" };
      held.set(event.pointerId, down);
      board.press(cell);
      if (down.touch)
        down.timer = setTimeout(() => {
          lift(event);
          navigator.vibrate?.(15);
          board.act("flag", cell);
        }, LONG_PRESS);
    }
    board.drawOver();
  });
  svg.addEventListener("pointermove", (event) => {
    const down = held.get(event.pointerId);
    if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > (down.touch ? MOVED : board.size)) {
      if (!board.paints) lift(event);
    }
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell !== null && cell !== board.hovered) {
      board.hovered = cell;
      board.act("point", cell);
      if (down && board.paints && !down.touch) board.act("paint", cell);
    }
  });
  svg.addEventListener("pointerup", (event) => {
    const down = held.get(event.pointerId);
    if (event.button !== 0 || !down) return;
    const cell = board.cellAt(event.clientX, event.clientY);
    lift(event);
    if (cell === down.cell) board.act(board.primary(cell), cell);
  });
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener("pointerleave", (event) => {
    lift(event);
    board.hovered = null;
    board.act("point", null);
  });
}

/**
 * Two fingers that move apart or together zoom. `drop` forgets their touches, so that they open nothing. Until the fingers
 * are lifted the drawing is only scaled, because the browser tells nothing more of a touch whose cell was drawn again.
 */
function listenToPinches(board, drop) {
  const { scroller, svg } = board;
  let pinch = null;
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const begin = ({ touches }) => {
    if (touches.length !== 2) return;
    const [a, b] = touches;
    const box = scroller.getBoundingClientRect();
    const middle = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    pinch = { spread: spread(touches), scale: 1, x: middle[0] - box.left, y: middle[1] - box.top };
    const drawn = svg.getBoundingClientRect();
    svg.style.transformOrigin = `${middle[0] - drawn.left}px ${middle[1] - drawn.top}px`;
  };
  const move = (event) => {
    if (!pinch || event.touches.length !== 2 || !event.cancelable) return; // the browser is panning already
    event.preventDefault(); // or the browser would pan
    const scale = spread(event.touches) / pinch.spread;
    if (pinch.scale === 1 && Math.abs(scale - 1) < PINCHED) return;
    pinch.scale = scale;
    svg.style.transform = `scale(${scale})`;
    drop();
  };
  const end = () => {
    svg.style.transform = "";
    const { scale, x, y } = pinch ?? { scale: 1 };
    pinch = null;
    if (scale !== 1) board.zoomTo(board.size * scale, x, y);
  };
  scroller.addEventListener("touchstart", begin, { passive: true });
  scroller.addEventListener("touchmove", move, { passive: false });
  for (const name of ["touchend", "touchcancel"]) scroller.addEventListener(name, end, { passive: true });
}

function press(board, event) {
  if (event.altKey || event.metaKey || event.ctrlKey) return;
  const [row, col] = board.pair(board.cursor);
  const far = event.shiftKey ? 5 : 1;
  const steps = {
    ArrowUp: [-far, 0],
    ArrowDown: [far, 0],
    ArrowLeft: [0, -far],
    ArrowRight: [0, far],
  };
  const step = steps[event.key];
  if (step) {
    const to = (value, most) => Math.max(0, Math.min(most - 1, value));
    board.moveTo(board.index(to(row + step[0], board.rows), to(col + step[1], board.cols)));
  } else if (event.key === "Home") board.moveTo(board.index(row, 0));
  else if (event.key === "End") board.moveTo(board.index(row, board.cols - 1));
  else if (event.key === "PageUp") board.moveTo(board.index(0, col));
  else if (event.key === "PageDown") board.moveTo(board.index(board.rows - 1, col));
  else if (event.key === "Enter" || event.key === " ") board.act(board.primary(board.cursor), board.cursor);
  else if (event.key.toLowerCase() === "f") board.act("flag", board.cursor);
  else if (!board.act("key", board.cursor, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}
