package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.providers.reply.JsonTree;
import java.util.Map;
import java.util.Optional;

/// How a service with OpenAI's files names and describes its batches.
interface JobForm {

    /// The path of batches below the base.
    String path();

    /// The path to which files are uploaded.
    default String uploadPath() {
        return "/files";
    }

    /// The purpose of an uploaded request file; empty if it takes none.
    default Optional<String> purpose() {
        return Optional.of("batch");
    }

    /// What follows the path of a batch to cancel it.
    default String cancel() {
        return "/cancel";
    }

    /// What follows the path of a batch to get its results in pages; empty if they are in files.
    default Optional<String> resultPages() {
        return Optional.empty();
    }

    /// Parses a line of results; empty if it is unreadable.
    default Optional<ItemResult> result(byte[] line) {
        return ResultLine.read(line);
    }

    /// Whether a batch can be tagged by nothing but the name of its request file. A listed batch then has the id of the
    /// file as its tag.
    default boolean tagsFiles() {
        return false;
    }

    /// The prefix of a request line between the custom id and the body.
    default String beforeBody(String url) {
        return "\",\"body\":";
    }

    /// The body of the request that creates a batch.
    Map<String, Object> order(BatchOrder order);

    /// What a batch is made of: the uploaded file, the tag, the target of each line, the model.
    record BatchOrder(String input, String tag, String url, String model) {}

    /// The query of a harmless request, which lists as little as possible.
    String probe();

    /// The query that lists batches, newest first, from the cursor `next`.
    String query(Optional<String> next);

    /// The batch in the reply to its creation.
    default Optional<BatchStatus> created(JsonTree body) {
        return status(body, Optional.empty());
    }

    /// The batch in `body`; `asked` is its id if the body has none. Empty if it is not a batch, or another one.
    Optional<BatchStatus> status(JsonTree body, Optional<String> asked);

    /// The page in `body` at the cursor `next`.
    Optional<BatchPage> page(JsonTree body, Optional<String> next);
}
