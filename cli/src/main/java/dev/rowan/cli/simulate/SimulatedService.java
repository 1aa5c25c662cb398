package dev.rowan.cli.simulate;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// A simulated service and how to point Rowan at it: environment variables, or the option `base_url` if there is no
/// variable for its URL.
/// `path` is the path of the service's own base URL.
record SimulatedService(String name, Optional<String> addressVariable, String path, String keyVariable) {

    static final List<SimulatedService> ALL = List.of(
            new SimulatedService("OpenAI", Optional.of("OPENAI_BASE_URL"), "/v1", "OPENAI_API_KEY"),
            new SimulatedService("Azure OpenAI", Optional.of("AZURE_OPENAI_ENDPOINT"), "", "AZURE_OPENAI_API_KEY"),
            new SimulatedService(
                    "Azure Content Safety",
                    Optional.of("AZURE_CONTENT_SAFETY_ENDPOINT"),
                    "",
                    "AZURE_CONTENT_SAFETY_KEY"),
            new SimulatedService("Anthropic", Optional.empty(), "", "ANTHROPIC_API_KEY"),
            new SimulatedService("Gemini", Optional.empty(), "", "GEMINI_API_KEY"),
            new SimulatedService("OpenRouter", Optional.empty(), "/api/v1", "OPENROUTER_API_KEY"));

    /// The service's URL at the simulator.
    String address(URI simulator) {
        return simulator + path;
    }
}
