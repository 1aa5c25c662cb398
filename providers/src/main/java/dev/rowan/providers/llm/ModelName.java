package dev.rowan.providers.llm;

import java.util.Optional;

/// A model name, `provider/model` or `provider:model`, split at the first separator.
record ModelName(Provider provider, String model) {

    /// Parses `text`; empty if it does not start with a known provider. An OpenAI-compatible server (`ownServer`)
    /// may have models of any name; one like `mistral:7b` is then not split at the name of a compatible provider.
    static Optional<ModelName> parse(String text, boolean ownServer) {
        int at = separator(text);
        Optional<ModelName> known = at < 0
                ? Optional.empty()
                : Provider.named(text.substring(0, at))
                        .filter(p -> !ownServer || text.charAt(at) == '/' || p instanceof NativeProvider)
                        .map(p -> new ModelName(p, text.substring(at + 1)));
        return known.or(() -> ownServer ? Optional.of(new ModelName(NativeProvider.OPENAI, text)) : Optional.empty())
                .filter(name -> !name.model().isBlank());
    }

    /// Whether it is a model of Anthropic behind an API like Anthropic's own.
    boolean isClaude() {
        return provider == NativeProvider.ANTHROPIC
                || (provider == NativeProvider.VERTEX && model.startsWith("claude"));
    }

    /// The part before the separator, or the whole text.
    static String first(String text) {
        int at = separator(text);
        return at < 0 ? text : text.substring(0, at);
    }

    private static int separator(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '/' || text.charAt(i) == ':') {
                return i;
            }
        }
        return -1;
    }
}
