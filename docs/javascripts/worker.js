// Browsers start no worker for a page that was opened from a file. There, a hidden frame takes its place: it runs the
// script of the worker, and messages go to and fro by events.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const load = (address) =>
        new Promise((resolve, reject) => {
          const script = frame.contentDocument.createElement("script");
          script.src = address;
          script.onload = resolve;
          script.onerror = reject;
          frame.contentDocument.body.append(script);
        });
      this.inside.importScripts = async (...addresses) => {
        for (const address of addresses) await load(address);
      };
      this.inside.postMessage = (data) => this.answer(data);
      this.ready = load(url);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }

    answer(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }
  };
}
