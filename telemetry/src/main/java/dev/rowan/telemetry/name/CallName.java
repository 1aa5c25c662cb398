package dev.rowan.telemetry.name;

import dev.rowan.engine.observe.RunEvent;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An attempt in terms of OpenTelemetry's GenAI conventions: operation, provider, requested and responding model, as
/// far as request and reply tell.
public record CallName(
        String operation, String provider, Optional<String> asked, Optional<String> answered, String host, int port) {
    private static final Pattern COMPATIBLE_PATH = Pattern.compile("^/compatible/([a-z0-9_-]+)/");
    private static final Pattern MODEL_IN_PATH = Pattern.compile("/(?:models|deployments)/([^/:]+)");

    public static CallName of(RunEvent.AttemptEnded attempt) {
        URI uri = attempt.address();
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        String path = Optional.ofNullable(uri.getPath()).orElse("");
        Optional<String> asked = attempt.model()
                .or(() -> inPath(path))
                .or(() -> attempt.request().flatMap(body -> ModelField.in(body.bytes(), 0)));
        Optional<String> answered =
                attempt.end().reply().flatMap(reply -> ModelField.in(reply.bytes(), ModelField.body(reply.bytes())));
        return new CallName(
                operation(path), provider(host, path), asked.map(ModelField::brief), answered, host, port(uri));
    }

    private static Optional<String> inPath(String path) {
        Matcher matcher = MODEL_IN_PATH.matcher(path);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /// Safety checks are not in the conventions and get names of our own.
    private static String operation(String path) {
        if (path.contains("/contentsafety/")) {
            return path.endsWith(":shieldPrompt") ? "shield_prompt" : "moderate";
        }
        return path.contains(":generateContent") || path.contains("/v1beta/") ? "generate_content" : "chat";
    }

    /// By the host; behind a proxy, a gateway or the simulator by the path.
    private static String provider(String host, String path) {
        if (path.contains("/contentsafety/")) {
            return "azure.ai.content_safety";
        }
        Optional<String> compatible = compatible(host, path);
        if (compatible.isPresent()) {
            return compatible.get();
        }
        if (host.endsWith(".openai.azure.com") || path.contains("/openai/")) {
            return "azure.ai.openai";
        }
        if (host.endsWith("anthropic.com") || path.contains("/messages")) {
            return "anthropic";
        }
        if (host.endsWith("googleapis.com") || path.contains("/v1beta/")) {
            return "gcp.gemini";
        }
        return host.endsWith("openrouter.ai") || path.contains("/api/v1/") ? "openrouter" : "openai";
    }

    /// OpenAI-compatible services by host, or by their path in the simulator. The conventions name some of them.
    private static Optional<String> compatible(String host, String path) {
        Matcher simulated = COMPATIBLE_PATH.matcher(path);
        if (simulated.find()) {
            return Optional.of(named(simulated.group(1)));
        }
        return switch (host) {
            case "api.mistral.ai" -> Optional.of(named("mistral"));
            case "api.groq.com" -> Optional.of("groq");
            case "api.together.xyz" -> Optional.of("together");
            case "api.fireworks.ai" -> Optional.of("fireworks");
            case "api.x.ai" -> Optional.of(named("xai"));
            case "api.deepseek.com" -> Optional.of("deepseek");
            default -> Optional.empty();
        };
    }

    private static String named(String provider) {
        return switch (provider) {
            case "mistral" -> "mistral_ai";
            case "xai" -> "x_ai";
            default -> provider;
        };
    }

    private static int port(URI uri) {
        return uri.getPort() > 0 ? uri.getPort() : "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
    }

    /// The name of its span: `chat gpt-5-mini`.
    public String spanName() {
        return asked.map(model -> operation + " " + model).orElse(operation);
    }
}
