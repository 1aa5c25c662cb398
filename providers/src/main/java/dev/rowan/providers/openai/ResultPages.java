package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.ReplyFile;
import dev.rowan.api.call.Wire;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Results that come in pages, `{"results": [...], "pagination_token": ...}`, written to a file with one line for each.
record ResultPages(BatchRequests requests, BatchStep step, Wire wire) {
    private static final int PAGE = 100;

    /// Returns the SHA-256 of the file. A page that fails loses the download, which is then repeated as a whole.
    BatchReply<String> download(String path, Path into) {
        try (ReplyFile file = ReplyFile.open(into)) {
            Optional<String> next = Optional.empty();
            do {
                BatchReply<Page> page = page(path, next);
                if (!(page instanceof BatchReply.Done<Page>(var got, var requestId))) {
                    return page.failed();
                }
                for (JsonTree result : got.results()) {
                    file.write(RowJson.writeValue(result.value()));
                    file.write('\n');
                }
                if (got.next().isEmpty() || got.results().isEmpty()) {
                    return new BatchReply.Done<>(file.finish(), requestId);
                }
                next = got.next();
            } while (true);
        } catch (IOException failed) {
            return new BatchReply.NotSent<>("the results cannot be written: " + failed, false);
        }
    }

    private record Page(List<JsonTree> results, Optional<String> next) {}

    private BatchReply<Page> page(String path, Optional<String> token) {
        String query = "limit=" + PAGE
                + token.map(text -> "&pagination_token=" + ChatEndpoint.part(text))
                        .orElse("");
        return step.reply(
                wire.exchange(requests.get(path, query)),
                body -> body.at("results").value() instanceof List
                        ? Optional.of(new Page(
                                body.at("results").items(),
                                body.at("pagination_token")
                                        .text()
                                        .filter(text -> !text.isBlank() && !token.equals(Optional.of(text)))))
                        : Optional.empty());
    }
}
