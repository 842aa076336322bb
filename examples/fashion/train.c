/* SPDX-License-Identifier: MIT */
/*
 * Train a small neural network on Fashion-MNIST.
 *
 * It learns, but it is slow, and the network is not why.  train_iofix.c is the
 * same program after a look at its profile.
 */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#define LEARNING_RATE 0.1f

static void fetch_batch(struct batch *batch, const struct training *training, size_t step)
{
    struct dataset set;
    dataset_load(&set, training->folder, "train");
    dataset_copy_batch(&set, batch, step);
    dataset_release(&set);
}

__attribute__((profile)) static float forward_pass(struct network *net,
                                                   struct batch *batch,
                                                   const struct training *training,
                                                   size_t step)
{
    fetch_batch(batch, training, step);
    network_hidden_layer(net, batch);
    network_output_layer(net, batch);
    network_softmax(net, batch);
    return network_loss(net, batch);
}

__attribute__((profile)) static void train_loop(struct network *net, struct batch *batch,
                                                const struct training *training)
{
    for (size_t step = 0; step < training->steps; step++) {
        const float loss = forward_pass(net, batch, training, step);
        network_backward(net, batch);
        network_step(net, LEARNING_RATE);
        progress_print(step, training->steps, loss, network_hits(net, batch));
    }
}

__attribute__((profile)) static struct network *
train_network(const struct training *training)
{
    struct batch *batch = malloc(sizeof *batch);
    struct network *net = network_new();
    if (batch && net)
        train_loop(net, batch, training);
    free(batch);
    return net;
}

int main(int argc, char **argv)
{
    const struct training training = training_from_arguments(argc, argv);
    struct network *net = train_network(&training);
    if (!net) {
        fprintf(stderr, "%s: no memory\n", argv[0]);
        return EXIT_FAILURE;
    }
    progress_print_accuracy(net, training.folder);
    free(net);
    return EXIT_SUCCESS;
}
