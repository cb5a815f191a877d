export function Handler() {
  const fail = () => {
    throw new Error('made to fail in a handler')
  }
  return (
    <button type="button" id="fault" onClick={fail}>
      readable
    </button>
  )
}
