import type { RelayErrorCode } from '../relay-errors.ts'

export const relay: Record<RelayErrorCode, string> = {
  // ── Callers and their permissions.
  token_missing: 'Aucun jeton d’accès n’a été donné ; envoyez-le dans l’en-tête Authorization ou x-api-key',
  token_invalid: 'Le jeton d’accès n’est pas valide ; vérifiez qu’il est complet, ou créez-en un autre dans la console',
  session_needed:
    'Le playground s’appelle depuis la console, une fois connecté ; avec un jeton, appelez le même chemin sans /pg',
  token_disabled: 'Le jeton d’accès est désactivé ; son propriétaire peut l’activer dans la console',
  project_archived: 'Le projet « {project} » de ce jeton est archivé ; un administrateur de l’équipe peut le rétablir',
  token_frozen:
    'Ce jeton est gelé, ou un jeton au-dessus de lui est gelé ou désactivé ; son propriétaire peut y mettre fin dans la console',
  token_expired: 'Le jeton d’accès a expiré ; son propriétaire peut fixer une date plus lointaine dans la console',
  token_exhausted: 'Le quota du jeton d’accès est épuisé ; son propriétaire peut l’augmenter dans la console',
  user_banned: 'L’utilisateur est banni ; adressez-vous à l’administrateur',
  ip_not_allowed:
    'Votre adresse IP ne figure pas dans la liste du jeton ; son propriétaire peut l’ajouter dans la console',
  group_not_usable:
    'Le groupe {group} ne peut pas être utilisé avec ce jeton ; son propriétaire peut en choisir un autre dans la console',
  model_not_allowed:
    'Ce jeton ne peut pas utiliser le modèle {model} ; son propriétaire peut l’autoriser dans la console',
  channel_choice_not_allowed: 'Seuls les administrateurs peuvent choisir un canal',
  channel_choice_unknown: 'Il n’existe pas de canal {channel} activé',
  too_many_calls: 'Vous avez atteint la limite de {limit} requêtes en {minutes} min ; réessayez dans {seconds} s',
  limits_unavailable: 'La passerelle ne peut pas compter les appels en ce moment ; réessayez dans quelques secondes',
  too_many_from_address: 'Trop de requêtes viennent de votre adresse ; réessayez dans {seconds} s',

  // ── The request.
  body_too_large: 'Le corps de la requête dépasse {limit}',
  body_not_form: 'Le corps de la requête n’est pas un formulaire multipart/form-data valide : {reason}',
  body_encoding_unknown: 'Content-Encoding {encoding} n’est pas pris en charge ; envoyez {taken} ou rien',
  body_not_decodable: 'Le corps de la requête n’est pas du {encoding} valide',
  body_not_json: 'Le corps de la requête n’est pas un objet JSON valide : {reason}',
  model_missing: 'Aucun modèle n’est donné ; remplissez le champ model',
  api_not_implemented: 'Cette API n’est pas disponible',
  route_unknown: 'URL non valide ({method} {path})',
  method_not_allowed: 'Ce point d’accès n’accepte pas {method}',
  model_unknown: 'Le modèle {model} n’existe pas ou vous ne pouvez pas l’utiliser ; /v1/models énumère les vôtres',
  input_too_long:
    'L’entrée compte environ {tokens} tokens, plus que les {limit} acceptés par les canaux du modèle {model} ; raccourcissez-la',
  upgrade_required: 'Ce point d’accès n’accepte que les connexions WebSocket',
  too_many_waiting:
    'Au plus {most} requêtes peuvent attendre sur un socket ; envoyez la suivante quand une réponse est terminée',
  session_keeps_model: 'La session garde son modèle {model} ; ouvrez une autre session pour un autre modèle',
  ask_not_understood: 'La requête n’est pas valide : {reason}',
  thread_unsupported_request:
    'Le fournisseur de ce modèle ne conserve pas de fils : envoyez toute la conversation sans `thread`',
  ask_refused: 'La requête ne peut pas être mise au format de l’amont : {reason}',
  sensitive_words_detected: 'La requête contient des mots interdits ici ; modifiez-les et réessayez',
  sensitive_words_answered:
    'La réponse a été arrêtée : elle contient des mots interdits ici. La partie déjà produite est facturée',
  body_too_slow: 'Le corps de la requête arrive trop lentement ; vérifiez la connexion et renvoyez-la',
  body_too_complex: 'Le corps de la requête est trop complexe (plus de {limit}) ; répartissez-le en plusieurs requêtes',
  member_ambiguous:
    'Le champ {member} est donné plusieurs fois ou avec une autre graphie ; donnez-le une fois, sous le nom {member}',
  count_out_of_range: '{name} doit être un nombre entier de 1 à {most}',
  member_not_boolean: '{name} doit être true ou false',
  quote_endpoint_unknown:
    'Pas de devis pour les appels de {endpoint} ; indiquez un chemin comme /v1/chat/completions ou /v1beta/models/MODEL:generateContent',
  mirror_not_planned: 'Les appels de ce genre ne sont pas planifiés pour une copie',
  mirror_files:
    'Les fichiers et les lots ne sont pas planifiés : ce à quoi ils se réfèrent se trouve sur l’autre passerelle',
  mirror_tasks:
    'Les dessins, chansons et vidéos ne sont pas planifiés : leur prix dépend de la réponse du fournisseur, et les suivants se réfèrent aux précédents',
  mirror_free: 'Le comptage des tokens n’est pas planifié : il est gratuit',
  mirror_media:
    'Planifié sans les médias qu’un appel téléchargerait : rien n’est téléchargé pour une copie, son prix peut donc différer',
  quote_needs_media: 'Rien n’est téléchargé pour un devis ; envoyez {name} en données au lieu d’une adresse',

  // ── Tasks: drawings, music, videos.
  task_unknown: 'Il n’existe pas de tâche {id}',
  task_not_finished: 'La tâche {id} n’est pas terminée ; redemandez plus tard',
  task_failed: 'La tâche {id} a échoué : {reason}',
  task_no_channel: 'Aucun canal pour le modèle {model} dans le groupe {group} n’accepte de telles tâches',
  task_channel_gone: 'Le canal sur lequel tournait la tâche {id} n’existe plus ; recommencez',
  task_member_missing: 'La requête n’a pas de champ {member} ; donnez-en un',
  task_member_invalid: '{member} doit être {expected}',
  task_clip_unknown: 'Aucune de vos tâches n’a l’extrait {clip} ; indiquez sa tâche dans task_id',
  task_not_taken_by_vendor: 'L’amont de ce modèle n’accepte pas {what}',
  task_result_gone: 'L’amont n’a plus le résultat de la tâche {id}',
  task_result_wrong_type: 'Le résultat de la tâche {id} donné par l’amont n’est pas de type {kind}',
  task_result_too_large: 'Le résultat de la tâche {id} dépasse {limit}',
  balance_moving: 'D’autres nœuds dépensent ce solde ; réessayez dans un instant',
  storing_off: 'Le stockage est désactivé pour votre compte ou par l’opérateur',
  response_not_found: 'La réponse {id} n’existe pas',
  previous_response_not_found:
    'La réponse précédente {id} est introuvable ; envoyez toute la conversation comme entrée',
  interaction_not_found: 'L’interaction {id} n’existe pas',
  previous_interaction_not_found:
    'L’interaction précédente {id} est introuvable ; envoyez toute la conversation comme entrée',
  response_not_finished: 'La réponse {id} est encore en cours ; attendez qu’elle soit terminée',
  response_channel_gone:
    'La réponse {id} est conservée par un canal qui n’existe plus ou ne sert pas ce modèle ; envoyez toute la conversation comme entrée',
  response_not_cancellable: 'Seule une réponse en arrière-plan encore en cours peut être annulée',
  background_not_stored:
    'Une réponse en arrière-plan doit être stockée : retirez « store: false » ; votre compte et cette passerelle doivent autoriser le stockage',
  background_elsewhere:
    'Une réponse en arrière-plan ne peut pas continuer {id}, que son propre fournisseur conserve ; envoyez toute la conversation comme entrée',
  conversation_not_found: 'La conversation {id} n’existe pas',
  conversation_and_previous: 'Donnez soit conversation, soit previous_response_id, pas les deux',
  conversation_full: 'Il n’y a plus de place pour des conversations ({limit} Mio) ; supprimez-en d’anciennes',
  item_not_found: 'L’élément {id} n’existe pas ; envoyez l’élément lui-même',

  // ── Pictures, sounds and files given by address.
  media_unreachable:
    'L’élément {part} de la requête n’a pas pu être téléchargé : son adresse ne répond pas ou n’est pas sur l’internet public',
  media_not_given: 'L’élément {part} de la requête n’a pas pu être téléchargé : son adresse a répondu {status}',
  media_too_large: 'L’élément {part} de la requête dépasse {limit}, ou est trop volumineux avec les autres',
  media_wrong_type: 'L’adresse de l’élément {part} de la requête n’a pas renvoyé de données de type {kind}',
  media_not_taken:
    'L’amont n’a pas accepté l’élément {part} de la requête ; envoyez un autre fichier, ou réessayez plus tard',
  media_too_many: 'La requête donne plus de {limit} fichiers par adresse ; envoyez plutôt leurs données',

  // ── Costs.
  user_quota_insufficient: 'Votre solde est insuffisant pour cet appel ({amount} sont d’abord réservés) ; rechargez-le',
  token_quota_insufficient:
    'Le quota du jeton est insuffisant pour cet appel ({amount} sont d’abord réservés) ; augmentez-le',
  user_period_used_up:
    'Votre limite de dépenses de {limit} est insuffisante pour cet appel ({amount} sont d’abord réservés) ; elle se renouvelle le {renews}',
  member_budget_used_up:
    'Votre budget de {limit} dans cette équipe ne couvre pas cet appel, qui réserve {amount} ; il repart le {renews}',
  project_budget_used_up:
    'Le budget de {limit} du projet « {project} » ne couvre pas cet appel, qui réserve {amount} ; il repart le {renews}',
  token_period_used_up:
    'La limite de dépenses de {limit} du jeton est insuffisante pour cet appel ({amount} sont d’abord réservés) ; elle se renouvelle le {renews}',
  budget_insufficient: 'Cet appel coûte au moins {amount}, plus que le budget de {budget} dans X-Tollgate-Budget',
  subscription_used_up:
    'Il reste trop peu dans votre offre {plan} pour cet appel ({amount} sont d’abord réservés) ; elle se remplit le {returns}',
  subscription_spent:
    'Il reste trop peu dans votre offre {plan} pour cet appel ({amount} sont d’abord réservés), et elle ne se remplit plus',
  subscription_calls_used_up:
    'Il reste trop peu d’appels dans votre offre {plan} pour celui-ci, qui compte pour {calls} ; d’autres reviennent le {returns}',
  subscription_calls_spent:
    'Il reste trop peu d’appels dans votre offre {plan} pour celui-ci, qui compte pour {calls}, et aucun ne revient',
  quota_used_up: 'Le quota est épuisé ; la session est terminée',
  budget_invalid: 'L’en-tête X-Tollgate-Budget doit être un montant en dollars US, par exemple 0.50',
  model_price_missing:
    'Le modèle {model} n’a pas de prix ; demandez à l’administrateur d’en fixer un, ou acceptez les modèles sans prix dans vos paramètres',
  balance_empty: 'Votre solde est épuisé ; rechargez-le',

  // ── Channels and upstreams.
  no_channel:
    'Aucun canal n’est disponible pour le modèle {model} dans le groupe {group} ; essayez un autre modèle ou groupe, ou adressez-vous à l’administrateur',
  channels_resting:
    'Tous les canaux du modèle {model} dans le groupe {group} sont en pause après des échecs ; réessayez plus tard',
  channels_full: 'Tous les canaux de ce modèle ont atteint leurs limites ; réessayez dans {seconds} s',
  channel_no_key: 'Le canal n’a pas de clé activée',
  model_mapping_cycle: 'La correspondance des modèles du canal est circulaire ; prévenez l’administrateur',
  upstream_credentials:
    'Les identifiants du canal n’ont pas pu être échangés contre un accès ; prévenez l’administrateur',
  upstream_unreachable: 'L’amont n’a pas pu être joint',
  proxy_unreachable: 'Le proxy du canal n’a pas pu être joint ; prévenez l’administrateur',
  proxy_refused:
    'Le proxy du canal a rejeté l’appel ; demandez à l’administrateur de vérifier son utilisateur et son mot de passe',
  certificate_not_trusted:
    'Le certificat de l’amont, ou du proxy devant lui, n’est pas reconnu ; prévenez l’administrateur',
  upstream_connect_timeout: 'L’amont n’a pas accepté de connexion en {seconds} s',
  upstream_first_byte_timeout: 'L’amont n’a pas commencé à répondre en {seconds} s',
  upstream_silent: 'L’amont s’est tu pendant {seconds} s ; la réponse a été coupée',
  upstream_broke_off: 'L’amont a interrompu sa réponse',
  upstream_too_slow: 'L’amont lit trop lentement ; la session est terminée',
  upstream_empty: 'La réponse de l’amont était vide',
  upstream_not_readable: 'La réponse de l’amont n’a pas pu être lue',
  upstream_too_large: 'La réponse de l’amont dépasse {limit}',

  // ── The gateway itself, and clients that leave.
  client_too_slow: 'Le client lit trop lentement ; la session est terminée',
  client_gone: 'Le client est parti avant le début de sa réponse',
  internal: 'Erreur interne de la passerelle, contactez l’administrateur',
  database_unavailable: 'La passerelle ne peut pas joindre sa base de données en ce moment ; réessayez dans un instant',
  account_busy: 'Le quota qui paie cet appel est retenu ailleurs en ce moment ; réessayez dans un instant',
  shutting_down: 'La passerelle redémarre ; réessayez dans un instant',
  user_memory_used_up: 'Vos requêtes en cours occupent trop de mémoire ; attendez qu’elles se terminent et réessayez',
  user_calls_used_up:
    'Vous avez {limit} appels en cours, le maximum pour un utilisateur ; attendez qu’ils se terminent et réessayez',
  memory_used_up: 'La mémoire de la passerelle pour les appels est pleine ; réessayez dans un instant',
  gateway_busy: 'La passerelle traite autant d’appels qu’elle le peut ; réessayez dans un instant',

  // ── Files and batches.
  file_unknown: 'Il n’existe pas de fichier {id}',
  batch_unknown: 'Il n’existe pas de lot {id}',
  sound_not_measured:
    'Le champ {field} n’est pas accepté ici : il pourrait désigner un autre son. Envoyez le son lui-même, dans {file}',
  file_missing: 'Le formulaire n’a pas de champ {field} ; envoyez-en exactement un',
  file_purpose_unknown: 'Les fichiers d’usage {purpose} ne sont pas acceptés ; choisissez parmi {purposes}',
  file_not_for_batches: 'Le fichier {id} n’a pas été envoyé avec l’usage batch ; renvoyez-le avec cet usage',
  file_in_use: 'Le fichier {id} appartient à un lot non terminé ; annulez le lot ou attendez sa fin',
  batch_line_invalid: 'La ligne {line} du lot n’est pas valide : {reason}',
  batch_empty: 'Le lot ne contient aucune requête',
  batch_too_many: 'Le lot contient plus de {limit} requêtes ; répartissez-le',
  batch_endpoint_unknown: 'Les lots ne peuvent pas être envoyés à {endpoint} ; choisissez parmi {endpoints}',
  batch_endpoint_differs: 'Les requêtes du fichier sont pour {found}, et non pour {endpoint}',
  batch_unpaid:
    'Le lot peut coûter jusqu’à {amount}, plus qu’il n’en reste ; fixez une limite de sortie dans chaque requête, répartissez-le ou rechargez',
  batch_running: 'Le lot {id} n’est pas terminé ; annulez-le ou attendez sa fin',
  video_length_unsupported: '{model} ne fait pas de vidéos de {seconds} secondes ; choisissez parmi : {lengths}',
  video_size_unsupported: '{model} ne fait pas de vidéos de taille {size} ; choisissez parmi : {sizes}',
  video_pictures_unsupported: '{model} n’accepte pas plus de {most} images',
  video_pictures_mixed: '{model} accepte ses images toutes par adresse ou toutes en données ; ne mélangez pas les deux',
  video_picture_too_large: 'Une image est plus grande que ce que {model} accepte ; la limite est de {limit}',
  video_picture_needed: '{model} fait des vidéos à partir d’images ; envoyez-en une dans input_reference',
  video_picture_not_read:
    'Une image de la requête n’est pas valide : donnez une adresse sur l’internet public, ou ses données en base64',
  batch_no_channel: 'Aucun canal pour le modèle {model} dans le groupe {group} n’accepte de lots',
  files_no_channel: 'Aucun canal du groupe {group} n’accepte de fichiers',
  stored_channel_gone: 'Le canal qui a {id} n’est pas disponible ; réessayez plus tard ou renvoyez le fichier',

  // ── Drawing.
  prompt_is_required: 'Le champ prompt manque ; remplissez-le',
  task_id_is_required: 'Le champ taskId manque ; donnez l’id d’une tâche',
  action_is_required: 'Le champ action manque ; donnez UPSCALE, VARIATION ou REROLL',
  index_is_required: 'Le champ index manque ; donnez le numéro de l’image, de 1 à 4',
  content_is_required: 'Le champ content manque ; écrivez l’id d’une tâche et la modification, par exemple « ID U1 »',
  content_parse_failed: 'La modification est illisible ; écrivez l’id d’une tâche et U1 à U4, V1 à V4, ou R',
  custom_id_is_required: 'Le champ customId manque ; donnez celui du bouton d’une tâche',
  unknown_action: 'L’action {action} est inconnue ; utilisez un des boutons de la tâche qui dessinent',
  image_is_required: 'Le champ image manque ; donnez une image',
  base64_is_required: 'Donnez une image dans le champ base64, ou son adresse dans link',
  base64_array_out_of_range: 'Le champ base64Array doit contenir de {least} à {most} images',
  sour_base64_and_target_base64_is_required:
    'sourceBase64 et targetBase64 sont tous deux nécessaires ; donnez deux images',
  task_not_found: 'Il n’existe pas de tâche {id}',
  task_status_not_success: 'La tâche {id} n’a pas réussi ; attendez sa fin',
  get_channel_info_failed: 'Le canal qui a la tâche {id} n’est pas disponible ; lancez une nouvelle tâche',
  picture_not_found: 'Cette image n’existe pas, ou son adresse a expiré ; redemandez la tâche',
  callback_not_understood: 'La notification concerne une autre tâche que celle de cette adresse',
}
