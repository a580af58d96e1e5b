/** The model that analyses content where a request asks for one: the operator's, or none. */
import { openTextModel, type TextModel } from '#shared/egress/language-model'
import type { Config } from '#shared/kernel/config'

export const openAnalysisModel = (settings: Config['analyst']): TextModel | undefined =>
  settings && openTextModel(settings)
