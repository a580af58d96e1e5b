/** A source that the browser reads as XML, as a tree of the same kind as parse5's, whose elements know where they stand. Pure. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html } from 'parse5'
import { parser } from 'sax'

type Document = DefaultTreeAdapterTypes.Document
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** Ends where the source ceases to be well-formed, as the browser's own reading does. */
export function parseXml(source: string): Document {
  const document = defaultTreeAdapter.createDocument()
  const open: ParentNode[] = [document]
  const inner = () => open.at(-1) ?? document
  const xml = parser(true, { position: true })
  xml.onerror = (error) => {
    // One that the document defines itself is known to the browser and not to us; the rest can be read all the same.
    if (!error.message.startsWith('Invalid character entity')) throw error
    xml.resume()
  }
  xml.onopentag = ({ name, attributes }) => {
    const element = defaultTreeAdapter.createElement(
      localPart(name),
      html.NS.HTML,
      // Without namespaces asked for, each is a text.
      Object.entries(attributes as Record<string, string>).map(([name, value]) => ({
        name,
        value: value.replace(/\r\n|[\t\n\r]/g, ' '),
      })),
    )
    const startOffset = xml.startTagPosition - 1
    defaultTreeAdapter.setNodeSourceCodeLocation(element, {
      startLine: 0,
      startCol: 0,
      endLine: 0,
      endCol: 0,
      startOffset,
      endOffset: xml.position,
    })
    defaultTreeAdapter.appendChild(inner(), element)
    if (element.tagName !== 'template') open.push(element)
    else {
      const content = defaultTreeAdapter.createDocumentFragment()
      defaultTreeAdapter.setTemplateContent(element as DefaultTreeAdapterTypes.Template, content)
      open.push(content)
    }
  }
  xml.ontext = (text) => {
    if (inner() !== document) defaultTreeAdapter.insertText(inner(), text)
  }
  xml.onclosetag = () => {
    open.pop()
  }
  try {
    xml.write(source).close()
  } catch {
    // What was read until then is what the browser shows.
  }
  return document
}

const localPart = (name: string) => name.slice(name.indexOf(':') + 1)
