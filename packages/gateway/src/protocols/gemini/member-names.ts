import { names } from '../../raw/name-table.ts'
import { type NameTable, readNames } from '../../raw/read-names.ts'

const CONTENT: NameTable = {
  ...names('model contents tools safetySettings cachedContent serviceTier labels store'),
  systemInstruction: names('role parts'),
  generationConfig: {
    ...names(
      `candidateCount maxOutputTokens temperature topP topK seed stopSequences presencePenalty frequencyPenalty logprobs
      responseLogprobs responseMimeType responseSchema responseJsonSchema _responseJsonSchema responseModalities
      mediaResolution speechConfig imageConfig audioTimestamp enableEnhancedCivicAnswers routingConfig`,
    ),
    thinkingConfig: names('includeThoughts thinkingBudget thinkingLevel'),
  },
  toolConfig: {
    functionCallingConfig: names('mode allowedFunctionNames streamFunctionCallArguments'),
    retrievalConfig: true,
  },
}

/** Gemini's, of all its methods. */
export const GEMINI_NAMES: NameTable = {
  ...CONTENT,
  ...names('content taskType title outputDimensionality requests instances'),
  parameters: names(
    'sampleCount aspectRatio imageSize sampleImageSize personGeneration outputDimensionality autoTruncate',
  ),
  generateContentRequest: CONTENT,
}

/** Google accepts names in either case. */
const bothCases = (name: string): string[] => [name, name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]

export const geminiMembers = readNames(GEMINI_NAMES, bothCases)
