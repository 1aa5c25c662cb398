package dev.rowan.chaos.batch;

import dev.rowan.api.call.WireRequest;
import java.util.Map;

/// A provider with a batch service, by its names in pipelines and in the simulator.
public enum BatchProvider {
    OPENAI("openai", "openai/gpt-4o-mini", "openai_file_content", "openai_file_upload"),
    AZURE("azure", "azure/gpt-4o-mini", "azure_file_content", "azure_file_upload"),
    ANTHROPIC("anthropic", "anthropic/claude-haiku-4-5", "anthropic_batch_results", "anthropic_batch_create"),
    /// Requests in the body that creates the batch.
    GEMINI("gemini", "gemini/gemini-2.5-flash", "gemini_batch_get", "gemini_batch_create"),
    /// Requests and results in files.
    GEMINI_FILE("gemini", "gemini/gemini-2.5-flash", "gemini_file_download", "gemini_file_upload");

    private final String word;
    private final String model;
    private final String download;
    private final String upload;

    BatchProvider(String word, String model, String download, String upload) {
        this.word = word;
        this.model = model;
        this.download = download;
        this.upload = upload;
    }

    String word() {
        return word;
    }

    String model() {
        return model;
    }

    /// The simulator's endpoint for results, and the one for requests.
    String download() {
        return download;
    }

    String upload() {
        return upload;
    }

    /// Whether a request creates a batch at any provider.
    public static boolean isCreation(WireRequest request) {
        String path = request.uri().getPath();
        return request.method().equals("POST") && (path.endsWith("/batches") || path.endsWith(":batchGenerateContent"));
    }

    static Map<String, String> environment(String key) {
        return Map.of(
                "OPENAI_BASE_URL", "https://models.example/v1",
                "OPENAI_API_KEY", key,
                "AZURE_OPENAI_ENDPOINT", "https://azure.example",
                "AZURE_OPENAI_API_KEY", key,
                "ANTHROPIC_API_KEY", key,
                "GEMINI_API_KEY", key,
                "AZURE_CONTENT_SAFETY_ENDPOINT", "https://safety.example",
                "AZURE_CONTENT_SAFETY_KEY", key);
    }
}
