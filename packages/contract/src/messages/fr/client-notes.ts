import type { ClientNote } from '../../clients/client-guide.ts'

export const clientNotes: Record<ClientNote, string> = {
  small_model: 'Il utilise aussi un petit modèle pour les titres et les résumés ; indiquez-en un qui existe ici.',
  no_v1: 'Ne mettez pas /v1 dans l’adresse : le client ajoute lui-même le chemin.',
  auth_conflict: 'Ne définissez pas aussi ANTHROPIC_API_KEY : elle serait envoyée avec cette clé.',
  public_address:
    'Les appels viennent des serveurs de son éditeur, l’adresse doit donc être joignable depuis internet.',
  key_in_shell: 'La clé est lue dans l’environnement où le programme est lancé.',
  reasoning_dropped:
    'Dans ce format, il ne renvoie pas le raisonnement du modèle ; les modèles qui signent leur raisonnement recommencent à chaque tour.',
  own_server: 'L’appel vient de son serveur, qui doit pouvoir joindre l’adresse.',
  context_window:
    'Il ne connaît pas la fenêtre de contexte de tous les modèles ; définissez-la si sa supposition est fausse.',
  trusted_folder:
    'Il ne travaille que dans des dossiers de confiance : il demande au démarrage, et l’option de la commande ci-dessus accorde sa confiance à celui-ci.',
  model_warnings:
    'Il ne connaît pas les prix et la fenêtre de tous les modèles ; la dernière ligne l’empêche de poser la question.',
}
