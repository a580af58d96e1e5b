/** Records a short clip in a browser: a picture that changes and a tone, so that no film of somebody's need be kept here. */
import { openChromium } from '#test/support/chromium'

const clipMs = 3000

export async function recordClip(): Promise<Uint8Array<ArrayBuffer>> {
  const browser = await openChromium(['--autoplay-policy=no-user-gesture-required'])
  try {
    const page = await browser.newPage()
    const text = await page.evaluate(async (ms) => {
      const canvas = document.createElement('canvas')
      canvas.width = 160
      canvas.height = 120
      const context = canvas.getContext('2d')
      let hue = 0
      const paint = setInterval(() => {
        hue += 5
        if (context) context.fillStyle = `hsl(${hue} 60% 50%)`
        context?.fillRect(0, 0, 160, 120)
      }, 50)
      const audio = new AudioContext()
      const tone = audio.createOscillator()
      const out = audio.createMediaStreamDestination()
      tone.connect(out)
      tone.start()
      const stream = new MediaStream([...canvas.captureStream(20).getTracks(), ...out.stream.getTracks()])
      const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' })
      const pieces: Blob[] = []
      recorder.ondataavailable = ({ data }) => pieces.push(data)
      const { promise, resolve } = Promise.withResolvers<void>()
      recorder.onstop = () => resolve()
      recorder.start()
      setTimeout(() => recorder.stop(), ms)
      await promise
      clearInterval(paint)
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    }, clipMs)
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  } finally {
    await browser.close()
  }
}
