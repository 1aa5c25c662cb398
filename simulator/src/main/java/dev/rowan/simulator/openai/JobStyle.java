package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.Locale;

/// How a service with OpenAI's files offers batches.
public enum JobStyle {
    OPENAI("/batches", "", "batch"),
    MISTRAL("/batch/jobs", "", "batch"),
    TOGETHER("/batches", "/upload", "batch-api"),
    /// Without purposes of files and states of batches, with results in pages.
    XAI("/batches", "", "");

    private static final String CHAT = "/v1/chat/completions";

    private final String path;
    private final String upload;
    private final String purpose;

    JobStyle(String path, String upload, String purpose) {
        this.path = path;
        this.upload = upload;
        this.purpose = purpose;
    }

    /// The path of batches.
    String path() {
        return path;
    }

    /// What follows `/files` in an upload.
    String upload() {
        return upload;
    }

    /// The purpose of a request file.
    String purpose() {
        return purpose;
    }

    /// Whether a line names its method and URL.
    boolean linesHaveUrl() {
        return this == OPENAI || this == XAI;
    }

    /// Where the lines of a batch go.
    String endpoint(Fields body) {
        return this == XAI ? CHAT : body.text("endpoint").orElse("");
    }

    /// What follows the path of a batch to cancel it.
    String cancel() {
        return this == XAI ? ":cancel" : "/cancel";
    }

    /// The keys that a creation must have.
    List<String> required() {
        return switch (this) {
            case OPENAI -> List.of("input_file_id", "endpoint", "completion_window");
            case TOGETHER -> List.of("input_file_id", "endpoint");
            case MISTRAL -> List.of("endpoint", "model");
            case XAI -> List.of("name", "input_file_id");
        };
    }

    /// The keys that a creation may have.
    List<String> known() {
        return switch (this) {
            case OPENAI ->
                List.of("input_file_id", "endpoint", "completion_window", "metadata", "output_expires_after");
            case TOGETHER -> List.of("input_file_id", "endpoint", "completion_window", "priority", "model_id");
            case MISTRAL ->
                List.of("input_files", "requests", "endpoint", "model", "agent_id", "metadata", "timeout_hours");
            case XAI -> List.of("name", "input_file_id");
        };
    }

    /// The service's word for a state.
    String word(SimulatedJobState state) {
        return switch (this) {
            case OPENAI, XAI -> state == SimulatedJobState.RUNNING ? "in_progress" : lower(state);
            case TOGETHER ->
                switch (state) {
                    case RUNNING, FINALIZING, CANCELLING -> "IN_PROGRESS";
                    case VALIDATING, FAILED, COMPLETED, EXPIRED, CANCELLED -> state.name();
                };
            case MISTRAL ->
                switch (state) {
                    case VALIDATING -> "QUEUED";
                    case RUNNING, FINALIZING -> "RUNNING";
                    case COMPLETED -> "SUCCESS";
                    case EXPIRED -> "TIMEOUT_EXCEEDED";
                    case CANCELLING -> "CANCELLATION_REQUESTED";
                    case FAILED, CANCELLED -> state.name();
                };
        };
    }

    private static String lower(SimulatedJobState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
