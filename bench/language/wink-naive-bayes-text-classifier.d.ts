/** What is used of wink-naive-bayes-text-classifier, which brings no types. */
declare module 'wink-naive-bayes-text-classifier' {
  type Classifier = {
    definePrepTasks(tasks: ((text: string) => string[])[]): number
    defineConfig(config: { considerOnlyPresence: boolean; smoothingFactor: number }): boolean
    learn(text: string, label: string): boolean
    consolidate(): boolean
    predict(text: string): string
  }
  const create: () => Classifier
  export = create
}
