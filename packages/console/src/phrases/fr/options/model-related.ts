import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: 'Transmettre les requêtes telles quelles',
    hint: 'Envoie le corps du client lui-même, sans conversion, correspondance de modèles ni remplacement. L’amont doit parler le format du client.',
  },
  'general_setting.ping_interval_enabled': {
    label: 'Maintenir les flux en attente',
    hint: 'Envoie un commentaire tant que le modèle se tait, pour que proxys et clients ne raccrochent pas.',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Délai entre deux signes de vie',
    hint: 'Choisissez moins que la plus courte limite de temps entre ici et vos utilisateurs.',
    unit: 's',
  },
  'relay_setting.connect_timeout_seconds': {
    label: 'Attente d’une connexion',
    hint: 'Un amont injoignable pendant ce temps compte comme en échec. 0 : attente sans fin.',
    unit: 's',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: 'Attente du premier octet',
    hint: 'Les modèles de raisonnement peuvent réfléchir plusieurs minutes avant de répondre. 0 : attente sans fin.',
    unit: 's',
  },
  'relay_setting.idle_timeout_seconds': {
    label: 'Plus long silence dans une réponse',
    hint: 'Un flux silencieux plus longtemps est arrêté. 0 : attente sans fin.',
    unit: 's',
  },
  'relay_setting.browser_origins': {
    label: 'Pages autorisées à appeler l’API',
    hint: 'Une origine par ligne, par exemple https://app.example. Vide : les pages de tout site, avec la clé d’un utilisateur.',
  },
  'relay_setting.read_on_seconds': {
    label: 'Lire encore après le départ d’un client',
    hint: 'Pendant ce temps, la réponse d’un modèle à raisonnement caché est lue jusqu’au bout, pour connaître son utilisation. 0 : le raisonnement est aussitôt facturé d’après une estimation.',
    unit: 's',
  },
  'relay_setting.context_windows': {
    label: 'Fenêtres de contexte',
    hint: 'Modèle → tokens. Une entrée annoncée plus grande est ramenée à cette valeur et marquée. L’emporte sur la liste de prix ; les modèles absents des deux ont une limite généreuse.',
  },
  'relay_setting.output_limits': {
    label: 'Limites de sortie',
    hint: 'Modèle → tokens. Une sortie annoncée plus grande pour une réponse est ramenée à cette valeur et marquée. Sans limite, la fenêtre de contexte s’applique. Une limite plus haute du client est abaissée à celle-ci.',
  },
  'stored_responses.enabled': {
    label: 'Garder les réponses',
    hint: 'Les clients peuvent récupérer une réponse, la poursuivre avec previous_response_id, ou la laisser tourner en arrière-plan. Les réponses sont chiffrées et accessibles à leur seul propriétaire. Les amonts qui stockent eux-mêmes des réponses gardent les leurs.',
  },
  'stored_responses.unasked': {
    label: 'Aussi si le client ne dit rien',
    hint: 'Comme le fait OpenAI. Sinon, seules les réponses aux requêtes avec « store »: true sont stockées.',
  },
  'stored_responses.days': {
    label: 'Gardées',
    hint: 'Elles sont ensuite supprimées.',
    unit: 'jours',
  },
  'stored_responses.mib_each': {
    label: 'Plus grande réponse',
    hint: 'Une réponse plus longue, avec sa requête, est servie mais pas stockée.',
    unit: 'Mio',
  },
  'stored_responses.mib_per_user': {
    label: 'Place par utilisateur',
    hint: 'Quand elle est pleine, les plus anciennes partent d’abord.',
    unit: 'Mio',
  },
  'gemini.safety_settings': {
    label: 'Seuils de sécurité',
    hint: 'Catégorie de danger → seuil. « default » vaut pour chaque catégorie non nommée.',
  },
  'gemini.version_settings': {
    label: 'Versions d’API',
    hint: 'Modèle → version de l’API à appeler. « default » vaut pour chaque modèle non nommé.',
  },
  'gemini.supported_imagine_models': {
    label: 'Modèles d’image',
    hint: 'Les requêtes à ces modèles demandent ensemble du texte et des images.',
  },
  'gemini.thinking_adapter_enabled': {
    label: 'Réflexion selon le nom du modèle',
    hint: 'Un nom finissant par -thinking active la réflexion, par -nothinking la désactive.',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: 'Part de la réflexion',
    hint: 'La part de la limite de réponse qui peut servir à la réflexion, de 0,1 à 1 ; au plus 24 576 tokens.',
  },
  'claude.model_headers_settings': {
    label: 'En-têtes supplémentaires',
    hint: 'Modèle → en-tête → valeurs. Envoyés avec chaque requête à ce modèle, par exemple anthropic-beta.',
  },
  'claude.default_max_tokens': {
    label: 'Limite de réponse si le client n’en fixe pas',
    hint: 'Modèle → tokens. Un modèle non nommé peut écrire autant qu’il peut ; « default » s’applique si ce maximum est inconnu. Claude exige une limite ; d’autres formats l’omettent.',
  },
  'claude.thinking_adapter_enabled': {
    label: 'Réflexion selon le nom du modèle',
    hint: 'Un nom finissant par -thinking active la réflexion.',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: 'Part de la réflexion',
    hint: 'La part de la limite de réponse qui peut servir à la réflexion, de 0,1 à 1.',
  },
} satisfies Incomplete<WordsOfTab<'model-related'>>
