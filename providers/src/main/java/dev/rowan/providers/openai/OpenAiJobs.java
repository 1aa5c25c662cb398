package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.reply.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// OpenAI's `/batches`, as Azure and Groq have it too.
final class OpenAiJobs implements JobForm {
    private static final int PAGE = 100;

    @Override
    public String path() {
        return "/batches";
    }

    @Override
    public String beforeBody(String url) {
        return "\",\"method\":\"POST\",\"url\":\"" + url + "\",\"body\":";
    }

    @Override
    public Map<String, Object> order(BatchOrder order) {
        var body = new LinkedHashMap<String, Object>();
        body.put("input_file_id", order.input());
        body.put("endpoint", order.url());
        body.put("completion_window", "24h");
        body.put("metadata", Map.of(BatchReader.TAG, order.tag()));
        return body;
    }

    @Override
    public String probe() {
        return "limit=1";
    }

    @Override
    public String query(Optional<String> next) {
        return "limit=" + PAGE
                + next.map(after -> "&after=" + ChatEndpoint.part(after)).orElse("");
    }

    @Override
    public Optional<BatchStatus> status(JsonTree body, Optional<String> asked) {
        return BatchReader.status(body, asked);
    }

    @Override
    public Optional<BatchPage> page(JsonTree body, Optional<String> next) {
        return BatchReader.page(body, next);
    }
}
