import { recordClip } from '#bench/planted/clip'
import { plants } from '#bench/planted/plants'
import { servePlants } from '#bench/planted/serve'
import { openChromium } from '#test/support/chromium'

const [id = '', code = '1', shot] = process.argv.slice(2)
const plant = plants.filter((each) => each.id === id)
const served = servePlants(plant, await recordClip())
const browser = await openChromium()
const page = await browser.newPage()
await page.setViewport({ width: 1280, height: 900 })
for (const isBroken of [true, false]) {
  await page.goto(served.urlOf(plant[0]!, isBroken), { waitUntil: 'load' })
  console.log(isBroken ? 'broken' : 'repaired', JSON.stringify(await page.evaluate(code), null, 1))
  if (shot) await page.screenshot({ path: `/tmp/dbg/${shot}-${isBroken}.png` })
}
await browser.close()
await served.stop()
process.exit(0)
