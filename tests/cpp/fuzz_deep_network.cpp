// The network of sapper-deep: random networks on boards of every shape must answer as their slow twin does, with the
// same bits for vectors of any width. Damaged files must be refused in a sentence, and never crash.
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "network_reference.hpp"
#include "players/deep_network.hpp"

namespace {

using check::Bytes;
using check::Dice;
using check::NetworkFile;

NetworkFile random_file(Dice& dice) {
    check::NetworkShape shape;
    shape.planes = dice.between(1, 20);
    shape.channels = dice.one_in(3) ? 32 : 16;
    shape.blocks = dice.below(4);
    shape.gathered = dice.one_in(2) ? 32 : 16;
    shape.pooling = dice.bits() & ((1U << shape.blocks) - 1);
    return {dice, shape, dice.unit()};
}

std::vector<float> random_planes(Dice& dice, int count) {
    std::vector<float> planes;
    for (int i = 0; i < count; ++i)
        planes.push_back(dice.one_in(3) ? static_cast<float>(2 * dice.unit() - 1) : static_cast<float>(dice.below(2)));
    return planes;
}

void compare(Dice& dice) {
    const NetworkFile file = random_file(dice);
    const sapper::DeepNetwork network(file.bytes(), "random");
    CHECK(network.planes() == file.shape.planes && network.blocks() == file.shape.blocks);
    sapper::DeepMemory memory;
    for (int boards = 0; boards < 2; ++boards) {  // of different sizes, in the same memory
        const int rows = dice.between(1, 11), cols = dice.between(1, 11);
        const auto planes = random_planes(dice, file.shape.planes * rows * cols);
        const auto expected = check::SlowNetwork(file, rows, cols).run(planes);
        std::vector<float> first, corrections;
        float win = 0;
        for (const int width : {4, 8, 16}) {
            sapper::passes::limit_vectors(width);
            const float found = network.run(planes, rows, cols, memory, corrections);
            if (width == 4) first = corrections, win = found;
            CHECK(found == win && corrections == first, "width " + std::to_string(width));
        }
        for (int cell = 0; cell < rows * cols; ++cell) CHECK(std::fabs(corrections[cell] - expected[cell]) < 1e-4);
        CHECK(std::fabs(win - expected.back()) < 1e-4);
    }
}

void damage(Dice& dice) {
    const NetworkFile file = random_file(dice);
    // A file with a correct checksum shows what the other checks find.
    const bool is_checked = dice.one_in(2);
    Bytes bytes = is_checked ? file.body : file.bytes();
    const int kind = dice.below(3);
    if (kind == 0) bytes.resize(static_cast<std::size_t>(dice.below(static_cast<int>(bytes.size()))));
    if (kind == 1) bytes.resize(bytes.size() + static_cast<std::size_t>(dice.between(1, 9)));
    if (kind == 2) {
        const int size = static_cast<int>(bytes.size());
        auto& byte = bytes[static_cast<std::size_t>(dice.below(dice.one_in(2) ? std::min(size, 64) : size))];
        byte = static_cast<std::uint8_t>(byte ^ dice.between(1, 255));
    }
    if (is_checked) bytes = NetworkFile::with_head(bytes);
    try {
        const sapper::DeepNetwork network(bytes, "a file");
        // Only another weight or margin makes no difference that can be found.
        CHECK(is_checked && kind == 2);
        sapper::DeepMemory memory;
        std::vector<float> corrections;
        network.run(random_planes(dice, network.planes() * 6), 2, 3, memory, corrections);
    } catch (const sapper::WeightsError& error) {
        CHECK(std::string(error.what()).find("weights") != std::string::npos, error.what());
    }
}

}  // namespace

int main(int argc, char** argv) {
    return check::fuzz(argc, argv, "fuzz_deep_network", [](Dice& dice, long) {
        compare(dice);
        for (int i = 0; i < 20; ++i) damage(dice);
    });
}
