package dev.rowan.cli.simulate;

import java.net.URI;
import java.util.List;

/// A service that the simulator speaks for, and the environment variables that lead a program to it.
///
/// `path` is what the address holds behind the host, as the service's own address does.
record SimulatedService(String name, String addressVariable, String path, String keyVariable) {

    static final List<SimulatedService> ALL = List.of(
            new SimulatedService("OpenAI", "OPENAI_BASE_URL", "/v1", "OPENAI_API_KEY"),
            new SimulatedService("Azure OpenAI", "AZURE_OPENAI_ENDPOINT", "", "AZURE_OPENAI_API_KEY"),
            new SimulatedService("Anthropic", "ANTHROPIC_BASE_URL", "", "ANTHROPIC_API_KEY"),
            new SimulatedService("Gemini", "GOOGLE_GEMINI_BASE_URL", "", "GEMINI_API_KEY"),
            new SimulatedService("OpenRouter", "OPENROUTER_BASE_URL", "/api/v1", "OPENROUTER_API_KEY"),
            new SimulatedService(
                    "Azure Content Safety", "AZURE_CONTENT_SAFETY_ENDPOINT", "", "AZURE_CONTENT_SAFETY_KEY"));

    /// The service's address at the simulator.
    String address(URI simulator) {
        return simulator + path;
    }
}
