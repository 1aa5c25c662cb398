package dev.rowan.chaos.batch;

import dev.rowan.api.call.WireRequest;
import java.util.List;
import java.util.Map;

/// A provider with a batch service, by its names in pipelines and in the simulator.
public enum BatchProvider {
    OPENAI("openai", "openai/gpt-4o-mini", "openai_file_content", "openai_file_upload"),
    AZURE("azure", "azure/gpt-4o-mini", "azure_file_content", "azure_file_upload"),
    ANTHROPIC("anthropic", "anthropic/claude-haiku-4-5", "anthropic_batch_results", "anthropic_batch_create"),
    /// Requests in the body that creates the batch.
    GEMINI("gemini", "gemini/gemini-2.5-flash", "gemini_batch_get", "gemini_batch_create"),
    /// Requests and results in files.
    GEMINI_FILE("gemini", "gemini/gemini-2.5-flash", "gemini_file_download", "gemini_file_upload"),
    BEDROCK(
            "bedrock",
            "bedrock/us.anthropic.claude-haiku-5-v1:0",
            "s3_object_get",
            "s3_object_put",
            "base_url: http://localhost:1, region: us-east-1, batch_bucket: s3://bucket/rowan, role_arn:"
                    + " \"arn:aws:iam::123456789012:role/batches\""),
    VERTEX(
            "vertex",
            "vertex/gemini-2.5-flash",
            "gs_object_get",
            "gs_object_put",
            "base_url: http://localhost:1, project: p, region: us-east5, batch_bucket: gs://bucket/rowan"),
    FIREWORKS(
            "fireworks",
            "fireworks/accounts/fireworks/models/llama-v3p1-8b-instruct",
            "fireworks_file_content",
            "fireworks_dataset_upload",
            "base_url: http://localhost:1/compatible/fireworks/v1, batch_account: rowan");

    private final String word;
    private final String model;
    private final String download;
    private final String upload;
    private final String options;

    BatchProvider(String word, String model, String download, String upload) {
        this(word, model, download, upload, "");
    }

    BatchProvider(String word, String model, String download, String upload, String options) {
        this.word = word;
        this.model = model;
        this.download = download;
        this.upload = upload;
        this.options = options;
    }

    String word() {
        return word;
    }

    String model() {
        return model;
    }

    /// The options of the model beside its name, as lines of YAML.
    List<String> options() {
        return options.isEmpty() ? List.of() : List.of(options.split(", ", -1));
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
        return request.method().equals("POST")
                && (path.endsWith("/batches")
                        || path.endsWith(":batchGenerateContent")
                        || path.endsWith("/model-invocation-job")
                        || path.endsWith("/batchPredictionJobs")
                        || path.endsWith("/batchInferenceJobs"));
    }

    static Map<String, String> environment(String key) {
        return Map.ofEntries(
                Map.entry("OPENAI_BASE_URL", "https://models.example/v1"),
                Map.entry("OPENAI_API_KEY", key),
                Map.entry("AZURE_OPENAI_ENDPOINT", "https://azure.example"),
                Map.entry("AZURE_OPENAI_API_KEY", key),
                Map.entry("ANTHROPIC_API_KEY", key),
                Map.entry("GEMINI_API_KEY", key),
                Map.entry("AWS_BEARER_TOKEN_BEDROCK", key),
                Map.entry("GOOGLE_OAUTH_ACCESS_TOKEN", key),
                Map.entry("FIREWORKS_API_KEY", key),
                Map.entry("AZURE_CONTENT_SAFETY_ENDPOINT", "https://safety.example"),
                Map.entry("AZURE_CONTENT_SAFETY_KEY", key));
    }
}
