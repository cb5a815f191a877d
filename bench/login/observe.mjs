/**
 * Runs in the page before anything of it does: times each click until a modal is painted, in milliseconds since the input
 * event. `first` is the task after the first animation frame with an open dialog: the browser has laid that frame out and
 * painted it by then, and its backdrop is seen. `opaque` is the same of the first frame in which the dialog itself is not
 * transparent any more, as one is that fades in.
 */
export function observeDialogs() {
  const clicked = ({ timeStamp }) => {
    const painted = {}
    window.dialogPainted = painted
    const note = (name) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        painted[name] ??= performance.now() - timeStamp
      }
      port2.postMessage(null)
    }
    const look = () => {
      const dialog = document.querySelector('dialog[open]')
      if (dialog) note('first')
      if (dialog && Number(getComputedStyle(dialog).opacity) > 0) note('opaque')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
  addEventListener('click', clicked, { capture: true })
}
