package dev.rowan.api.plugin;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.OptionalLong;
import java.util.function.Function;

/// The request by which a provider counts the tokens of a prompt, free of charge. `reader` is empty for a reply without
/// a count.
public record TokenCountRequest(WireRequest request, Function<WireReply.Complete, OptionalLong> reader) {}
