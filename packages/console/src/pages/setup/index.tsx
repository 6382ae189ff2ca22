export default function Setup() {
  return null
}
