package dev.rowan.providers.chat;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.ChatReply.Malformed;
import dev.rowan.providers.reply.JsonTree;
import java.util.Optional;
import java.util.function.Function;

/// The first look at a reply, the same for every provider: is it a success, and is its body a JSON object.
public final class ReplyBody {
    private ReplyBody() {}

    /// Reads a success with `success`, and everything else with `rejection`, which gets an empty tree when the body
    /// is no JSON (a proxy's page, say).
    public static ChatReply read(
            WireReply.Complete reply,
            Optional<String> requestId,
            Function<JsonTree, ChatReply> success,
            Function<JsonTree, ChatReply> rejection) {
        Optional<JsonTree> body = isPlain(reply) ? JsonTree.parse(reply.body()) : Optional.empty();
        if (reply.status() / 100 != 2) {
            return rejection.apply(body.orElse(new JsonTree(null)));
        }
        return body.filter(JsonTree::isObject)
                .map(success)
                .orElseGet(() -> new Malformed(
                        isPlain(reply) ? "the body is no JSON object" : "the body has a content encoding",
                        new Details(Optional.empty(), requestId, Optional.empty(), Usage.unknown())));
    }

    private static boolean isPlain(WireReply.Complete reply) {
        return reply.headers()
                .first("content-encoding")
                .filter(encoding -> !encoding.equalsIgnoreCase("identity"))
                .isEmpty();
    }
}
